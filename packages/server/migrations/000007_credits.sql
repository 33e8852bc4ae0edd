-- A wallet. balance is what its grants hold less the overdraft; last_seq numbers its ledger;
-- next_due_at is the first instant at which a grant or a reservation runs out; consumed is what was
-- spent on the day consumed_on, moved to credit_days when another day begins. Room is left on each
-- page, because a wallet is updated with every event and only an update on its own page is cheap.
CREATE TABLE credit_accounts (
  bucket smallint NOT NULL,
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  customer_id text NOT NULL,
  credit_currency_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'frozen', 'closed')),
  balance numeric(24, 9) NOT NULL,
  held numeric(24, 9) NOT NULL CHECK (held >= 0),
  overdraft numeric(24, 9) NOT NULL CHECK (overdraft >= 0),
  last_seq bigint NOT NULL CHECK (last_seq >= 0),
  next_due_at timestamptz,
  consumed_on date,
  consumed numeric(24, 9) NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, customer_id, credit_currency_id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id),
  FOREIGN KEY (environment_id, credit_currency_id) REFERENCES credit_currencies (environment_id, id)
) WITH (fillfactor = 50);
CREATE INDEX credit_accounts_due ON credit_accounts (next_due_at) WHERE next_due_at IS NOT NULL;

-- Credits given at one time. active: something remains and neither void nor expiry was booked.
-- expired is what expiry took, so that a rollover can carry it over after a sweep.
CREATE TABLE credit_grants (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  account_id text NOT NULL,
  reason text NOT NULL,
  amount numeric(24, 9) NOT NULL CHECK (amount > 0),
  remaining numeric(24, 9) NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  expired numeric(24, 9) NOT NULL CHECK (expired BETWEEN 0 AND amount),
  active boolean NOT NULL,
  priority smallint NOT NULL,
  expires_at timestamptz,
  voided_at timestamptz,
  subscription_id text,
  plan_id text,
  rule_key text,
  period_key text,
  credit_package_id text,
  source_invoice_id text,
  description text,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, account_id)
    REFERENCES credit_accounts (bucket, environment_id, id),
  CHECK (NOT active OR (remaining > 0 AND voided_at IS NULL)),
  CHECK ((period_key IS NULL) = (rule_key IS NULL)),
  CHECK (period_key IS NULL OR subscription_id IS NOT NULL)
) WITH (fillfactor = 50);
-- In the order of consumption. A flag, not remaining > 0: spending must not touch an index.
CREATE INDEX credit_grants_active ON credit_grants (bucket, account_id, priority, created_at, id)
  WHERE active;
CREATE INDEX credit_grants_account ON credit_grants (bucket, account_id, created_at, id);
-- A rule gives once per subscription and period, whoever runs it and how often.
CREATE UNIQUE INDEX credit_grants_period ON credit_grants
  (bucket, environment_id, subscription_id, rule_key, period_key) WHERE period_key IS NOT NULL;

-- The ledger: append-only, because the application may neither update nor delete. No foreign keys
-- on this and the other tables that grow with every event: each would be looked up for each row;
-- what they would hold is held by invariants instead.
CREATE TABLE credit_ledger (
  seq bigint NOT NULL CHECK (seq > 0),
  created_at timestamptz NOT NULL,
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  account_id text NOT NULL,
  type text NOT NULL,
  reason text NOT NULL,
  amount numeric(24, 9) NOT NULL,
  balance_before numeric(24, 9) NOT NULL,
  balance_after numeric(24, 9) NOT NULL,
  grant_id text,
  reservation_id text,
  invoice_id text,
  feature_id text,
  usage_event_id text,
  metadata jsonb,
  PRIMARY KEY (bucket, account_id, seq),
  CHECK (balance_after = balance_before + CASE
    WHEN type IN ('CREDIT', 'RELEASE') AND amount > 0 THEN amount
    WHEN type IN ('DEBIT', 'HOLD', 'EXPIRE') AND amount > 0 THEN -amount
    WHEN type = 'ADJUSTMENT' THEN amount END)
);

-- What a wallet spent on each UTC day before the one that it is on.
CREATE TABLE credit_days (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  account_id text NOT NULL,
  day date NOT NULL,
  consumed numeric(24, 9) NOT NULL,
  PRIMARY KEY (bucket, account_id, day)
);

CREATE TABLE credit_reservations (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  account_id text NOT NULL,
  feature_id text,
  quantity numeric(24, 9),
  properties jsonb NOT NULL,
  unit_cost numeric(24, 9),
  on_exhausted text NOT NULL CHECK (on_exhausted IN ('block', 'overdraft', 'invoice')),
  status text NOT NULL CHECK (status IN ('held', 'captured', 'released', 'expired')),
  amount numeric(24, 9) NOT NULL CHECK (amount >= 0),
  held numeric(24, 9) NOT NULL CHECK (held >= 0),
  captured numeric(24, 9) NOT NULL CHECK (captured >= 0),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, account_id)
    REFERENCES credit_accounts (bucket, environment_id, id),
  CHECK (status = 'held' OR held = 0)
);
CREATE INDEX credit_reservations_held ON credit_reservations (bucket, account_id, expires_at, id)
  WHERE status = 'held';

-- What a reservation still holds of which grant, in the order in which it was taken; a row without
-- a grant is held on overdraft.
CREATE TABLE credit_holds (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  reservation_id text NOT NULL,
  position integer NOT NULL,
  grant_id text,
  amount numeric(24, 9) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (bucket, reservation_id, position),
  FOREIGN KEY (bucket, environment_id, reservation_id)
    REFERENCES credit_reservations (bucket, environment_id, id)
);

GRANT SELECT, INSERT, UPDATE ON credit_accounts, credit_grants, credit_days, credit_reservations,
  credit_holds TO purser_app;
GRANT SELECT, INSERT ON credit_ledger TO purser_app;
