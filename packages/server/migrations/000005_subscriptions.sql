-- Which version of which plan a customer is on.
CREATE TABLE subscriptions (
  bucket smallint NOT NULL,
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  customer_id text NOT NULL,
  plan_id text NOT NULL,
  plan_version integer NOT NULL,
  status text NOT NULL CHECK (status IN
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'paused', 'canceled')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id),
  FOREIGN KEY (environment_id, plan_id, plan_version)
    REFERENCES plan_versions (environment_id, plan_id, version)
);
CREATE INDEX subscriptions_customer ON subscriptions (bucket, environment_id, customer_id);
CREATE INDEX subscriptions_plan ON subscriptions (environment_id, plan_id, plan_version);

GRANT SELECT, INSERT, UPDATE ON subscriptions TO purser_app;
