-- The answer of a write by its Idempotency-Key, stored in the transaction of its effect. It is
-- sealed, because an answer may hold a secret that is shown only once.
CREATE TABLE idempotency_keys (
  environment_id text NOT NULL REFERENCES environments (id),
  caller text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, caller, key)
);
CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);

-- What the merchant is to be told, written in the transaction of its cause and never changed.
CREATE TABLE outbox_messages (
  bucket smallint NOT NULL,
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  type text NOT NULL,
  customer_id text,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id)
);
CREATE INDEX outbox_messages_created_at ON outbox_messages (environment_id, created_at, id);

GRANT SELECT, INSERT, DELETE ON idempotency_keys TO purser_app;
GRANT SELECT, INSERT ON outbox_messages TO purser_app;
