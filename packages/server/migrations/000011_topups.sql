-- The rule by which a wallet refills itself; kept when it is disabled.
CREATE TABLE auto_topup_rules (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  account_id text NOT NULL,
  enabled boolean NOT NULL,
  threshold numeric(24, 9) NOT NULL CHECK (threshold >= 0),
  credit_package_id text,
  amount bigint CHECK (amount > 0),
  monthly_charge_limit bigint CHECK (monthly_charge_limit > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, account_id),
  FOREIGN KEY (bucket, environment_id, account_id)
    REFERENCES credit_accounts (bucket, environment_id, id),
  FOREIGN KEY (environment_id, credit_package_id) REFERENCES credit_packages (environment_id, id),
  CHECK ((credit_package_id IS NULL) <> (amount IS NULL))
);

-- The threshold of an enabled rule, where whoever spends has it at hand.
ALTER TABLE credit_accounts ADD COLUMN topup_threshold numeric(24, 9);
CREATE INDEX credit_accounts_low ON credit_accounts (bucket, environment_id, id)
  WHERE topup_threshold IS NOT NULL;

-- The log of attempts to refill a wallet. One ends once, as succeeded, failed or skipped. What it
-- buys and for how much is fixed before anything is sent, whatever becomes of the package.
CREATE TABLE topup_attempts (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  account_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'skipped')),
  trigger_source text NOT NULL CHECK (trigger_source IN ('auto', 'manual', 'sweeper_replay')),
  funding_method text NOT NULL CHECK (funding_method IN ('charge_automatically', 'send_invoice')),
  credit_package_id text,
  amount numeric(24, 9) CHECK (amount > 0),
  charge_amount bigint CHECK (charge_amount >= 0),
  charge_currency text,
  expires_after_days integer,
  priority smallint,
  description text,
  balance_at_fire numeric(24, 9) NOT NULL,
  threshold_at_fire numeric(24, 9) NOT NULL,
  grant_id text,
  payment_id text,
  invoice_id text,
  error_code text,
  error_message text,
  skip_reason text CHECK (skip_reason IN
    ('monthly_limit', 'already_pending', 'backoff', 'no_payment_method', 'disabled')),
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, account_id)
    REFERENCES credit_accounts (bucket, environment_id, id),
  CHECK ((status = 'pending') = (completed_at IS NULL)),
  CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)),
  CHECK ((status = 'succeeded') = (grant_id IS NOT NULL))
);
CREATE INDEX topup_attempts_account ON topup_attempts (bucket, account_id, created_at, id);
CREATE INDEX topup_attempts_pending ON topup_attempts (created_at) WHERE status = 'pending';
-- One automatic attempt at a time per wallet, whoever begins it.
CREATE UNIQUE INDEX topup_attempts_one_pending ON topup_attempts (bucket, environment_id, account_id)
  WHERE status = 'pending' AND trigger_source <> 'manual';

-- An attempt gives once, whoever learns first how it ended.
ALTER TABLE credit_grants ADD COLUMN topup_attempt_id text;
CREATE UNIQUE INDEX credit_grants_topup_attempt ON credit_grants
  (bucket, environment_id, topup_attempt_id) WHERE topup_attempt_id IS NOT NULL;

-- What a customer owes already and the next invoice in this currency will ask for.
CREATE TABLE pending_invoice_lines (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  source text NOT NULL,
  description text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  invoice_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, source),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id)
);
CREATE INDEX pending_invoice_lines_customer ON pending_invoice_lines
  (bucket, environment_id, customer_id, currency) WHERE invoice_id IS NULL;

GRANT SELECT, INSERT, UPDATE ON auto_topup_rules, topup_attempts, pending_invoice_lines
  TO purser_app;
