-- Messages that have not been handed out to endpoints yet: written beside the message, deleted when
-- its deliveries are written. A queue has no commit order to miss, which a cursor on the outbox would.
CREATE TABLE outbox_pending (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (bucket, environment_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Where a merchant wants to be told. No events: every kind. The secret before signs along until
-- previous_secret_expires_at. failing_since is the first failure after which nothing got through.
CREATE TABLE webhook_endpoints (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('merchant', 'failing', 'gone')),
  sealed_secret bytea NOT NULL,
  previous_sealed_secret bytea,
  previous_secret_expires_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (environment_id, id),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  CHECK ((previous_sealed_secret IS NULL) = (previous_secret_expires_at IS NULL)),
  CHECK (deleted_at IS NULL OR status = 'disabled')
);
CREATE INDEX webhook_endpoints_created_at ON webhook_endpoints (environment_id, created_at, id)
  WHERE deleted_at IS NULL;

-- One message to one endpoint. next_attempt_at is when it is sent next: by the schedule while it is
-- pending, once more after a replay. Who sends it has it until leased_until.
CREATE TABLE webhook_deliveries (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  message_id text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempt_count integer NOT NULL CHECK (attempt_count >= 0),
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, message_id, endpoint_id),
  FOREIGN KEY (environment_id, endpoint_id) REFERENCES webhook_endpoints (environment_id, id),
  CHECK (status <> 'pending' OR next_attempt_at IS NOT NULL),
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
  CHECK ((attempt_count = 0) = (first_attempt_at IS NULL))
);
-- What is to be sent, endpoint by endpoint: an endpoint with a long backlog hides no other one.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries
  (environment_id, endpoint_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- The log, as it is read and filtered.
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (environment_id, created_at, id);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries
  (environment_id, endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_status ON webhook_deliveries
  (environment_id, status, created_at, id);
CREATE INDEX webhook_deliveries_kind ON webhook_deliveries (environment_id, kind, created_at, id);

-- What came of each try.
CREATE TABLE webhook_attempts (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  attempted_at timestamptz NOT NULL,
  status_code smallint,
  error text,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  PRIMARY KEY (bucket, environment_id, delivery_id, number),
  FOREIGN KEY (bucket, environment_id, delivery_id)
    REFERENCES webhook_deliveries (bucket, environment_id, id)
);

-- UPDATE on the queue, because PostgreSQL asks for it of whoever locks a row.
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_pending TO purser_app;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints, webhook_deliveries TO purser_app;
GRANT SELECT, INSERT ON webhook_attempts TO purser_app;
