-- Which payment provider new payments of an environment go through; null: sandbox environments use
-- the built-in one, live environments have none yet.
ALTER TABLE environments ADD COLUMN payment_provider text;

-- An environment's account at a provider, with its keys sealed.
CREATE TABLE payment_provider_accounts (
  environment_id text NOT NULL REFERENCES environments (id),
  provider text NOT NULL,
  sealed_credentials bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, provider)
);

-- Who a customer is at a provider.
CREATE TABLE provider_customers (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  customer_id text NOT NULL,
  provider text NOT NULL,
  provider_customer_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, customer_id, provider),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id)
);
CREATE INDEX provider_customers_provider ON provider_customers
  (environment_id, provider, provider_customer_id);

-- What a customer can be charged with. detached_at_provider_at is null while the provider has still
-- to be told of a detached one, which is tried again at detach_due_at, ever more rarely; expiring_told_at is when the merchant was told that it runs out.
CREATE TABLE payment_methods (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  provider text NOT NULL,
  provider_method_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'expired', 'detached')),
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  card_brand text,
  exp_month smallint CHECK (exp_month BETWEEN 1 AND 12),
  exp_year smallint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  detach_tries smallint NOT NULL DEFAULT 0,
  detach_due_at timestamptz,
  detached_at_provider_at timestamptz,
  expiring_told_at timestamptz,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, customer_id, id),
  UNIQUE (bucket, environment_id, customer_id, provider, provider_method_id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id)
);
CREATE INDEX payment_methods_provider ON payment_methods (environment_id, provider, provider_method_id);
CREATE INDEX payment_methods_to_detach ON payment_methods (detach_due_at, id)
  WHERE status = 'detached' AND detached_at_provider_at IS NULL;
CREATE INDEX payment_methods_expiry ON payment_methods (exp_year, exp_month) WHERE status = 'active';

-- One default, and only among the customer's own methods.
ALTER TABLE customers ADD COLUMN default_payment_method_id text;
ALTER TABLE customers ADD FOREIGN KEY (bucket, environment_id, id, default_payment_method_id)
  REFERENCES payment_methods (bucket, environment_id, customer_id, id);

-- Money asked of a customer through a provider. attempt_id is the key by which the provider knows
-- it, for good; sent_at is when it was first sent there, asked_at when the provider was last asked.
CREATE TABLE payments (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  attempt_id text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('topup', 'invoice')),
  flow text NOT NULL CHECK (flow IN ('off_session', 'form')),
  invoice_id text,
  payment_method_id text,
  provider text NOT NULL,
  provider_customer_id text,
  provider_method_id text,
  provider_payment_id text,
  status text NOT NULL CHECK (status IN
    ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  amount bigint NOT NULL CHECK (amount > 0),
  amount_refunded bigint NOT NULL CHECK (amount_refunded BETWEEN 0 AND amount),
  currency text NOT NULL,
  description text NOT NULL,
  error_code text,
  error_message text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  asked_at timestamptz,
  completed_at timestamptz,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, attempt_id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, customer_id, payment_method_id)
    REFERENCES payment_methods (bucket, environment_id, customer_id, id),
  CHECK ((status IN ('pending', 'requires_action')) = (completed_at IS NULL)),
  CHECK (amount_refunded = 0 OR status = 'succeeded')
);
CREATE INDEX payments_customer ON payments (bucket, environment_id, customer_id, created_at, id);
CREATE INDEX payments_created_at ON payments (environment_id, created_at, id);
CREATE INDEX payments_provider ON payments (environment_id, provider, provider_payment_id);
CREATE INDEX payments_open ON payments (created_at) WHERE status IN ('pending', 'requires_action');

-- Money given back. Its id is the key by which the provider knows it. credits_taken is what was
-- taken of the grant that the payment had paid for; it is given back should the refund fail.
CREATE TABLE refunds (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  provider_refund_id text,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  amount bigint NOT NULL CHECK (amount > 0),
  grant_id text,
  credits_taken numeric(24, 9) NOT NULL CHECK (credits_taken >= 0),
  error_code text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, payment_id) REFERENCES payments (bucket, environment_id, id),
  CHECK ((status = 'pending') = (completed_at IS NULL))
);
CREATE INDEX refunds_payment ON refunds (bucket, environment_id, payment_id);
CREATE INDEX refunds_provider ON refunds (environment_id, provider_refund_id);
CREATE INDEX refunds_open ON refunds (created_at) WHERE status = 'pending';

-- A customer's bank has taken a payment back until it is decided. account_id is the wallet that
-- the payment filled, has_frozen whether it was frozen for this.
CREATE TABLE disputes (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  provider_dispute_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  reason text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  account_id text,
  has_frozen boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, payment_id, provider_dispute_id),
  FOREIGN KEY (bucket, environment_id, payment_id) REFERENCES payments (bucket, environment_id, id)
);

-- What a provider told us, once per event; the signatures that came with it, so that the same
-- delivery sent twice by somebody else is known.
CREATE TABLE provider_events (
  environment_id text NOT NULL REFERENCES environments (id),
  provider text NOT NULL,
  event_id text NOT NULL,
  event jsonb NOT NULL,
  signatures text[] NOT NULL,
  received_at timestamptz NOT NULL,
  handled_at timestamptz,
  PRIMARY KEY (environment_id, provider, event_id)
);
CREATE INDEX provider_events_open ON provider_events (received_at) WHERE handled_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON payment_provider_accounts, provider_customers, payment_methods,
  payments, refunds, disputes, provider_events TO purser_app;
