-- What one customer has of a feature whatever its plans say; terms is null when access is denied.
CREATE TABLE entitlement_overrides (
  bucket smallint NOT NULL,
  environment_id text NOT NULL REFERENCES environments (id),
  customer_id text NOT NULL,
  feature_id text NOT NULL,
  access boolean NOT NULL,
  terms jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, customer_id, feature_id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id),
  FOREIGN KEY (environment_id, feature_id) REFERENCES features (environment_id, id),
  CHECK (access = (terms IS NOT NULL))
);

GRANT SELECT, INSERT, UPDATE, DELETE ON entitlement_overrides TO purser_app;
