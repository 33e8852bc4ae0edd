-- What an invoice says of the merchant, and what becomes of a subscription whose invoice nobody pays.
ALTER TABLE environments
  ADD COLUMN seller jsonb,
  ADD COLUMN dunning_end text NOT NULL DEFAULT 'cancel' CHECK (dunning_end IN ('cancel', 'uncollectible'));

-- What an invoice says of the customer, and where it is taxed.
ALTER TABLE customers
  ADD COLUMN region text,
  ADD COLUMN address jsonb,
  ADD COLUMN tax_id text;

-- Rates of tax by country, and by region where one has its own; region '' is the whole country.
CREATE TABLE tax_rates (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  country text NOT NULL,
  region text NOT NULL,
  name text NOT NULL,
  percentage numeric(12, 9) NOT NULL CHECK (percentage BETWEEN 0 AND 100),
  is_inclusive boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id)
);
CREATE UNIQUE INDEX tax_rates_active ON tax_rates (environment_id, country, region)
  WHERE status = 'active';

-- The last numbers given out. Raised in the transaction that uses the number, so there is no gap.
CREATE TABLE invoice_counters (
  environment_id text PRIMARY KEY REFERENCES environments (id),
  last_invoice bigint NOT NULL,
  last_credit_note bigint NOT NULL
);

-- cycle_start is the beginning of the period that an invoice begins: one for each subscription and
-- period. Amounts are whole minor units. amount_due is the total less what credit notes took off
-- while it was open; amount_refunded is what credit notes gave back after it was paid. seller,
-- buyer and tax_terms are as they were when it was finalised.
CREATE TABLE invoices (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  number text,
  customer_id text NOT NULL,
  subscription_id text,
  reason text NOT NULL CHECK (reason IN ('start', 'period', 'change', 'end', 'pending_lines')),
  cycle_start timestamptz,
  status text NOT NULL CHECK (status IN
    ('draft', 'open', 'paid', 'partially_refunded', 'refunded', 'void', 'uncollectible')),
  collection_method text NOT NULL CHECK (collection_method IN ('charge_automatically', 'send_invoice')),
  currency text NOT NULL,
  subtotal bigint NOT NULL,
  discount bigint NOT NULL,
  credits_applied bigint NOT NULL CHECK (credits_applied >= 0),
  tax bigint NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  amount_due bigint NOT NULL CHECK (amount_due BETWEEN 0 AND total),
  amount_paid bigint NOT NULL CHECK (amount_paid BETWEEN 0 AND amount_due),
  amount_refunded bigint NOT NULL CHECK (amount_refunded BETWEEN 0 AND amount_paid),
  discount_name text,
  tax_terms jsonb,
  seller jsonb,
  buyer jsonb,
  period_start timestamptz,
  period_end timestamptz,
  issued_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  ended_at timestamptz,
  next_attempt_at timestamptz,
  attempt_count smallint NOT NULL,
  first_failed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, subscription_id)
    REFERENCES subscriptions (bucket, environment_id, id),
  CHECK (total = subtotal - discount - credits_applied + tax),
  CHECK ((status = 'draft') = (number IS NULL)),
  CHECK ((status IN ('void', 'uncollectible')) = (ended_at IS NOT NULL)),
  CHECK (status NOT IN ('paid', 'partially_refunded', 'refunded') OR amount_paid = amount_due)
);
-- However many workers come upon a period, it is billed once.
CREATE UNIQUE INDEX invoices_cycle ON invoices (bucket, environment_id, subscription_id, cycle_start)
  WHERE cycle_start IS NOT NULL;
CREATE INDEX invoices_customer ON invoices (bucket, environment_id, customer_id, created_at, id);
CREATE INDEX invoices_created_at ON invoices (environment_id, created_at, id);
CREATE INDEX invoices_attempt ON invoices (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE invoice_lines (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  invoice_id text NOT NULL,
  position integer NOT NULL,
  type text NOT NULL CHECK (type IN ('recurring', 'usage', 'one_off', 'minimum', 'proration',
    'topup', 'credit_package', 'overage')),
  description text NOT NULL,
  subscription_id text,
  plan_id text,
  charge_id text,
  metric_id text,
  quantity numeric(24, 9) NOT NULL,
  unit_amount numeric(24, 9),
  subtotal bigint NOT NULL,
  discount bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL,
  period_start timestamptz,
  period_end timestamptz,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, invoice_id, position),
  FOREIGN KEY (bucket, environment_id, invoice_id) REFERENCES invoices (bucket, environment_id, id),
  CHECK (total = subtotal - discount + tax)
);
-- What of a subscription's present period was billed in advance.
CREATE INDEX invoice_lines_subscription ON invoice_lines
  (bucket, environment_id, subscription_id, period_end) WHERE subscription_id IS NOT NULL;

CREATE TABLE credit_notes (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  number text NOT NULL,
  invoice_id text NOT NULL,
  customer_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  currency text NOT NULL,
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, invoice_id) REFERENCES invoices (bucket, environment_id, id)
);
CREATE INDEX credit_notes_invoice ON credit_notes (bucket, environment_id, invoice_id, created_at, id);

ALTER TABLE refunds ADD COLUMN credit_note_id text;
-- Whether a charge was made by itself, with nobody there to confirm it, and when the invoice is to be
-- tried by itself again should this payment of somebody fail.
ALTER TABLE payments
  ADD COLUMN is_unattended boolean NOT NULL DEFAULT false,
  ADD COLUMN resume_at timestamptz;
CREATE INDEX payments_invoice ON payments (bucket, environment_id, invoice_id) WHERE invoice_id IS NOT NULL;
-- One payment at a time is under way for an invoice, whoever begins it.
CREATE UNIQUE INDEX payments_one_open_per_invoice ON payments (bucket, environment_id, invoice_id)
  WHERE invoice_id IS NOT NULL AND status IN ('pending', 'requires_action');

-- What an invoice took of prepaid money; rows of anything else are not in it.
CREATE INDEX credit_ledger_invoice ON credit_ledger (bucket, environment_id, invoice_id)
  WHERE invoice_id IS NOT NULL;

-- A line may also be money that is given back, such as what a change of plan left over.
ALTER TABLE pending_invoice_lines
  DROP CONSTRAINT pending_invoice_lines_amount_check,
  ADD CHECK (amount <> 0),
  ADD COLUMN type text NOT NULL DEFAULT 'topup' CHECK (type IN ('topup', 'credit_package', 'proration')),
  ADD COLUMN subscription_id text;
CREATE INDEX pending_invoice_lines_open ON pending_invoice_lines (created_at, id) WHERE invoice_id IS NULL;

GRANT SELECT, INSERT, UPDATE ON tax_rates, invoice_counters TO purser_app;
-- What was finalised is never edited: only how far it is paid may change.
GRANT SELECT, INSERT ON invoices, invoice_lines, credit_notes TO purser_app;
GRANT UPDATE (status, amount_due, amount_paid, amount_refunded, paid_at, ended_at, next_attempt_at,
  attempt_count, first_failed_at, updated_at) ON invoices TO purser_app;
