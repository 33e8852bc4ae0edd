-- A subscription that is billed. An add-on is a row with a parent, and lives and ends with it.
-- product_id is null on what was attached by hand, which is never billed. due_at is when something
-- has to be done next: a start, the end of a trial or of a period, a drip, a cancellation. revision
-- is raised with every change, so that a preview knows whether it still holds. credit_shares is what
-- the plans of the current period have earned of their credits before the last change of plan.
ALTER TABLE subscriptions
  ADD COLUMN product_id text,
  ADD COLUMN parent_id text,
  ADD COLUMN collection_method text CHECK (collection_method IN ('charge_automatically', 'send_invoice')),
  ADD COLUMN quantities jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN current_period_start timestamptz,
  ADD COLUMN current_period_end timestamptz,
  ADD COLUMN starts_at timestamptz,
  ADD COLUMN trial_days integer CHECK (trial_days > 0),
  ADD COLUMN trial_ends_at timestamptz,
  ADD COLUMN trial_end_told_at timestamptz,
  ADD COLUMN incomplete_until timestamptz,
  ADD COLUMN cancel_at timestamptz,
  ADD COLUMN canceled_at timestamptz,
  ADD COLUMN paused_at timestamptz,
  ADD COLUMN pending_plan_id text,
  ADD COLUMN pending_plan_version integer,
  ADD COLUMN pending_quantities jsonb,
  ADD COLUMN coupon_id text,
  ADD COLUMN discount_periods_left integer CHECK (discount_periods_left >= 0),
  ADD COLUMN credit_shares jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN revision integer NOT NULL DEFAULT 0,
  ADD COLUMN next_drip_at timestamptz,
  ADD COLUMN due_at timestamptz,
  ADD FOREIGN KEY (environment_id, product_id) REFERENCES products (environment_id, id),
  ADD FOREIGN KEY (bucket, environment_id, parent_id)
    REFERENCES subscriptions (bucket, environment_id, id),
  ADD FOREIGN KEY (environment_id, coupon_id) REFERENCES coupons (environment_id, id),
  ADD FOREIGN KEY (environment_id, pending_plan_id, pending_plan_version)
    REFERENCES plan_versions (environment_id, plan_id, version),
  ADD CHECK ((pending_plan_id IS NULL) = (pending_plan_version IS NULL)),
  ADD CHECK (current_period_end IS NULL OR current_period_end > current_period_start);
-- One base subscription of a product at a time.
CREATE UNIQUE INDEX subscriptions_one_per_product ON subscriptions
  (bucket, environment_id, customer_id, product_id)
  WHERE product_id IS NOT NULL AND parent_id IS NULL
    AND status IN ('incomplete', 'trialing', 'active', 'past_due', 'paused');
CREATE INDEX subscriptions_parent ON subscriptions (bucket, environment_id, parent_id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX subscriptions_created_at ON subscriptions (environment_id, created_at, id);

-- A change or an add-on that comes into force when its invoice is paid; until then nothing changes.
CREATE TABLE subscription_changes (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  subscription_id text NOT NULL,
  invoice_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('plan', 'item')),
  terms jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'applied', 'abandoned')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  UNIQUE (bucket, environment_id, invoice_id),
  FOREIGN KEY (bucket, environment_id, subscription_id)
    REFERENCES subscriptions (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, invoice_id) REFERENCES invoices (bucket, environment_id, id)
);
CREATE UNIQUE INDEX subscription_changes_one_waiting ON subscription_changes
  (bucket, environment_id, subscription_id) WHERE status = 'waiting';

-- Subscribers of older versions of a plan are being moved to a newer one, in the order of their
-- subscriptions' ids; done_through is the last one that was looked at.
CREATE TABLE plan_migrations (
  environment_id text NOT NULL,
  id text NOT NULL,
  plan_id text NOT NULL,
  from_version integer,
  to_version integer NOT NULL,
  timing text NOT NULL CHECK (timing IN ('now', 'period_end')),
  status text NOT NULL CHECK (status IN ('running', 'completed')),
  moved integer NOT NULL,
  failed integer NOT NULL,
  matched integer NOT NULL,
  done_through text NOT NULL,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (environment_id, id),
  FOREIGN KEY (environment_id, plan_id, to_version)
    REFERENCES plan_versions (environment_id, plan_id, version)
);
CREATE INDEX plan_migrations_running ON plan_migrations (created_at) WHERE status = 'running';

-- How often a coupon was used, against its limit.
ALTER TABLE coupons ADD COLUMN redemptions integer NOT NULL DEFAULT 0 CHECK (redemptions >= 0);

-- What becomes of a rule's unused credits when the plan is changed in the middle of a period.
ALTER TABLE plan_grant_rules ADD COLUMN on_change text NOT NULL DEFAULT 'prorate'
  CHECK (on_change IN ('keep', 'void', 'prorate'));

-- Where a clock is on its way to; frozen_time is where it stands.
ALTER TABLE test_clocks
  ADD COLUMN name text,
  ADD COLUMN target_time timestamptz,
  ADD COLUMN status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'advancing', 'failed')),
  ADD COLUMN updated_at timestamptz;
UPDATE test_clocks SET updated_at = created_at;
ALTER TABLE test_clocks
  ALTER COLUMN updated_at SET NOT NULL,
  ADD CHECK ((status = 'ready') = (target_time IS NULL));
CREATE INDEX test_clocks_advancing ON test_clocks (updated_at) WHERE status = 'advancing';

-- Where a payment form that is a page of its own leads; null: it is shown inside the merchant's page.
ALTER TABLE payments ADD COLUMN success_url text, ADD COLUMN cancel_url text;

-- A purchase that a customer makes in a form. What it leads to is written down when it is opened.
CREATE TABLE checkout_sessions (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('subscription', 'addon_purchase', 'credit_package',
    'credit_topup', 'invoice_payment', 'payment_method_update')),
  request jsonb NOT NULL,
  ui_mode text NOT NULL CHECK (ui_mode IN ('embedded', 'hosted')),
  status text NOT NULL CHECK (status IN ('pending', 'completed', 'expired')),
  subscription_id text,
  invoice_id text,
  payment_id text,
  setup_id text,
  success_url text,
  cancel_url text,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, environment_id, id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL))
);
CREATE INDEX checkout_sessions_payment ON checkout_sessions (bucket, environment_id, payment_id)
  WHERE payment_id IS NOT NULL;
CREATE INDEX checkout_sessions_setup ON checkout_sessions (bucket, environment_id, setup_id)
  WHERE setup_id IS NOT NULL;
CREATE INDEX checkout_sessions_open ON checkout_sessions (expires_at, id) WHERE status = 'pending';

GRANT SELECT, INSERT, UPDATE ON subscription_changes, plan_migrations, checkout_sessions TO purser_app;
