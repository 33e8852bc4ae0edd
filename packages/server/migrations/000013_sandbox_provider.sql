-- The book of the built-in test provider. It is somebody else's: Purser's own transactions neither
-- write it nor are referred to by it, so a customer of ours is only a reference here.
CREATE TABLE sandbox_customers (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  customer_reference text NOT NULL,
  name text,
  email text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, customer_reference)
);

-- A card is its behaviour and what may be shown of it: the book has no room for a number.
CREATE TABLE sandbox_methods (
  environment_id text NOT NULL,
  id text NOT NULL,
  owner_id text NOT NULL,
  behaviour text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month smallint NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year smallint NOT NULL,
  created_at timestamptz NOT NULL,
  detached_at timestamptz,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, owner_id, id),
  FOREIGN KEY (environment_id, owner_id) REFERENCES sandbox_customers (environment_id, id)
);

-- Payments and setups. request_key is the caller's (attempt or setup); card is the one that waits
-- for its challenge in a form.
CREATE TABLE sandbox_intents (
  environment_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('setup', 'payment')),
  flow text NOT NULL CHECK (flow IN ('form', 'off_session')),
  owner_id text NOT NULL,
  request_key text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('requires_method', 'requires_challenge', 'succeeded', 'failed', 'canceled')),
  method_id text,
  card jsonb,
  amount bigint CHECK (amount > 0),
  currency text,
  description text,
  error jsonb,
  success_url text,
  cancel_url text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, kind, request_key),
  FOREIGN KEY (environment_id, owner_id) REFERENCES sandbox_customers (environment_id, id),
  FOREIGN KEY (environment_id, owner_id, method_id)
    REFERENCES sandbox_methods (environment_id, owner_id, id),
  CHECK ((kind = 'payment') = (amount IS NOT NULL)),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK (status <> 'succeeded' OR method_id IS NOT NULL)
);
-- A browser with a client secret knows the intent and not the environment.
CREATE INDEX sandbox_intents_id ON sandbox_intents (id);
CREATE INDEX sandbox_intents_owner ON sandbox_intents (environment_id, owner_id, created_at, id);

CREATE TABLE sandbox_refunds (
  environment_id text NOT NULL,
  id text NOT NULL,
  intent_id text NOT NULL,
  request_key text NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'failed')),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  error jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, request_key),
  FOREIGN KEY (environment_id, intent_id) REFERENCES sandbox_intents (environment_id, id),
  CHECK ((status = 'failed') = (error IS NOT NULL))
);
CREATE INDEX sandbox_refunds_intent ON sandbox_refunds (environment_id, intent_id);

CREATE TABLE sandbox_disputes (
  environment_id text NOT NULL,
  id text NOT NULL,
  intent_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  reason text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  FOREIGN KEY (environment_id, intent_id) REFERENCES sandbox_intents (environment_id, id)
);
-- A bank disputes a payment once at a time.
CREATE UNIQUE INDEX sandbox_disputes_open ON sandbox_disputes (environment_id, intent_id)
  WHERE status = 'open';

-- What was answered to which key. A failure after the work was done is an answer too: it is what
-- the key answers from then on.
CREATE TABLE sandbox_requests (
  environment_id text NOT NULL REFERENCES environments (id),
  operation text NOT NULL,
  request_key text NOT NULL,
  parameters_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  is_failure boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, operation, request_key)
);

-- What is to be told over HTTP. copies and is_held_back are what a webhook fault made of it; due_at
-- is the next try, taken_until is how long somebody has it in hand.
CREATE TABLE sandbox_events (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'delivered', 'dropped', 'given_up')),
  copies smallint NOT NULL,
  is_held_back boolean NOT NULL,
  tries integer NOT NULL,
  due_at timestamptz NOT NULL,
  taken_until timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id)
);
CREATE INDEX sandbox_events_due ON sandbox_events (due_at) WHERE status = 'waiting';
CREATE INDEX sandbox_events_sent ON sandbox_events (environment_id, number)
  WHERE status = 'delivered';

-- What is to go wrong on demand, in this order; times is how often yet, null for ever.
CREATE TABLE sandbox_faults (
  environment_id text NOT NULL REFERENCES environments (id),
  position smallint NOT NULL,
  operation text NOT NULL,
  effect text NOT NULL,
  delay_ms integer,
  times integer CHECK (times >= 0),
  customer_reference text,
  PRIMARY KEY (environment_id, position)
);

GRANT SELECT, INSERT, UPDATE ON sandbox_customers, sandbox_methods, sandbox_intents,
  sandbox_refunds, sandbox_disputes, sandbox_requests, sandbox_events TO purser_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_faults TO purser_app;
