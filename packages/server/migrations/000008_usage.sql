-- Raised by whatever changes what a customer may use, so that a cache knows when it is old.
ALTER TABLE customers ADD COLUMN rights_version bigint NOT NULL DEFAULT 0;

-- A sweep finds who lives in a test clock's time.
CREATE INDEX customers_test_clock ON customers (environment_id, test_clock_id)
  WHERE test_clock_id IS NOT NULL;

-- Billing periods are counted from the anchor; usage before invoiced_through stands on an invoice.
ALTER TABLE subscriptions ADD COLUMN billing_anchor timestamptz;
UPDATE subscriptions SET billing_anchor = created_at;
ALTER TABLE subscriptions ALTER COLUMN billing_anchor SET NOT NULL;
ALTER TABLE subscriptions ADD COLUMN invoiced_through timestamptz;

-- An accepted event and what it did. Rejected events leave no trace. first_seq to last_seq are its
-- rows in the ledger of its wallet; effects are the counters and accruals that it moved, so that a
-- reversal undoes what was done and not what would be done today.
CREATE TABLE usage_events (
  created_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  first_seq bigint,
  last_seq bigint,
  reversed_at timestamptz,
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  event_name text NOT NULL,
  quantity numeric(24, 9) NOT NULL,
  properties jsonb,
  idempotency_key text,
  flow text NOT NULL CHECK (flow IN ('credit', 'invoice', 'credit_and_invoice', 'meter', 'none')),
  feature_id text,
  credit_currency_id text,
  account_id text,
  credits_deducted numeric(24, 9) NOT NULL,
  credit_balance numeric(24, 9),
  effects jsonb NOT NULL,
  PRIMARY KEY (bucket, environment_id, id)
);
CREATE INDEX usage_events_customer ON usage_events (bucket, environment_id, customer_id, id);

-- For good: a key acts once, however late it comes again. A table of its own, so that events may one
-- day be partitioned or let go of by age without a key being forgotten.
CREATE TABLE usage_event_keys (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  customer_id text NOT NULL,
  idempotency_key text NOT NULL,
  event_id text NOT NULL,
  request_hash bytea NOT NULL,
  PRIMARY KEY (bucket, environment_id, customer_id, idempotency_key)
);

-- The value of a metric for a customer in one period. span is what kind of period: a calendar one
-- (day to year), lifetime, a subscription's billing period (its id), or a rate's minute or hour. A
-- rate keeps only its newest period, so its slot is always the epoch; the others have one row for
-- each period, and slot is its start.
CREATE TABLE usage_counters (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  customer_id text NOT NULL,
  metric_id text NOT NULL,
  span text NOT NULL,
  slot timestamptz NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz,
  value numeric(24, 9) NOT NULL,
  latest_at timestamptz,
  PRIMARY KEY (bucket, environment_id, customer_id, metric_id, span, slot)
) WITH (fillfactor = 70);

-- Usage of a period that a subscription's charge prices. billed_quantity is what invoices have
-- taken up so far; the difference is still to be billed.
CREATE TABLE usage_accruals (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  subscription_id text NOT NULL,
  charge_id text NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz,
  customer_id text NOT NULL,
  metric_id text NOT NULL,
  quantity numeric(24, 9) NOT NULL,
  billed_quantity numeric(24, 9) NOT NULL,
  latest_at timestamptz,
  PRIMARY KEY (bucket, environment_id, subscription_id, charge_id, period_start)
) WITH (fillfactor = 70);

-- The different values that a metric of aggregation "unique" has seen in a period, for each counter
-- and for each accrual (whose span is subscription/charge) on its own; slot is the period's start.
CREATE TABLE usage_members (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  customer_id text NOT NULL,
  metric_id text NOT NULL,
  span text NOT NULL,
  slot timestamptz NOT NULL,
  member text NOT NULL,
  PRIMARY KEY (bucket, environment_id, customer_id, metric_id, span, slot, member)
);

-- Daily totals by event name, for charts.
CREATE TABLE usage_days (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  customer_id text NOT NULL,
  day date NOT NULL,
  event_name text NOT NULL,
  total numeric(24, 9) NOT NULL,
  PRIMARY KEY (bucket, environment_id, customer_id, day, event_name)
) WITH (fillfactor = 70);

GRANT SELECT, INSERT ON usage_events, usage_event_keys TO purser_app;
GRANT UPDATE (reversed_at) ON usage_events TO purser_app;
GRANT SELECT, INSERT, UPDATE ON usage_counters, usage_accruals, usage_days TO purser_app;
GRANT SELECT, INSERT, DELETE ON usage_members TO purser_app;
