CREATE TABLE test_clocks (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  frozen_time timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id)
);

-- The id is the merchant's own.
CREATE TABLE customers (
  bucket smallint NOT NULL,
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  name text,
  email text,
  kind text NOT NULL CHECK (kind IN ('plg', 'slg')),
  currency text NOT NULL,
  collection_method text NOT NULL CHECK (collection_method IN ('charge_automatically', 'send_invoice')),
  net_days smallint CHECK (net_days >= 0),
  country text,
  tax_exempt boolean NOT NULL,
  timezone text NOT NULL,
  metadata jsonb NOT NULL,
  test_clock_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (environment_id, test_clock_id) REFERENCES test_clocks (environment_id, id),
  CHECK ((collection_method = 'send_invoice') = (net_days IS NOT NULL))
);
CREATE INDEX customers_created_at ON customers (environment_id, created_at, id);

GRANT SELECT, INSERT, UPDATE ON test_clocks, customers TO purser_app;
