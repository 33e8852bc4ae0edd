-- Grows with every change of an environment's catalog: caches are valid while it stands, and
-- updating it first makes catalog writes of one environment take turns.
CREATE TABLE catalog_heads (
  environment_id text PRIMARY KEY REFERENCES environments (id),
  version bigint NOT NULL
);

CREATE TABLE products (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  description text,
  image_url text,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug)
);

CREATE TABLE credit_currencies (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  denomination text NOT NULL,
  minor_unit_scale smallint NOT NULL CHECK (minor_unit_scale BETWEEN 0 AND 9),
  apply_to_invoices boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug),
  CHECK (denomination <> 'unit' OR (minor_unit_scale = 0 AND NOT apply_to_invoices))
);

CREATE TABLE metrics (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  event_name text NOT NULL,
  aggregation text NOT NULL CHECK (aggregation IN ('count', 'sum', 'max', 'unique', 'latest')),
  property text,
  filter jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug)
);
CREATE INDEX metrics_event_name ON metrics (environment_id, event_name);

CREATE TABLE features (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('boolean', 'metered', 'credit', 'config', 'enum')),
  metric_id text,
  credit_currency_id text,
  credit_cost jsonb,
  display_order integer NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug),
  FOREIGN KEY (environment_id, metric_id) REFERENCES metrics (environment_id, id),
  FOREIGN KEY (environment_id, credit_currency_id) REFERENCES credit_currencies (environment_id, id),
  CHECK ((type IN ('metered', 'credit')) = (metric_id IS NOT NULL)),
  CHECK ((type = 'credit') = (credit_currency_id IS NOT NULL)),
  CHECK ((type = 'credit') = (credit_cost IS NOT NULL))
);

CREATE TABLE tiers (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  product_id text NOT NULL,
  name text NOT NULL,
  display_order integer NOT NULL,
  is_popular boolean NOT NULL,
  is_forever_free boolean NOT NULL,
  is_self_serve boolean NOT NULL,
  is_sales_led boolean NOT NULL,
  cta_label text,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug),
  -- Lets a plan be held to a tier of its own product.
  UNIQUE (environment_id, product_id, id),
  FOREIGN KEY (environment_id, product_id) REFERENCES products (environment_id, id)
);

CREATE TABLE plans (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  product_id text NOT NULL,
  tier_id text,
  name text NOT NULL,
  description text,
  kind text NOT NULL CHECK (kind IN ('base', 'addon')),
  currency text NOT NULL,
  "interval" text NOT NULL CHECK ("interval" IN ('day', 'week', 'month', 'year', 'none')),
  interval_count smallint NOT NULL CHECK (interval_count > 0),
  trial_days smallint CHECK (trial_days > 0),
  trial_requires_payment_method boolean NOT NULL,
  is_public boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug),
  FOREIGN KEY (environment_id, product_id) REFERENCES products (environment_id, id),
  FOREIGN KEY (environment_id, product_id, tier_id)
    REFERENCES tiers (environment_id, product_id, id)
);

-- What a subscriber's bill and rights rest on. A version with subscribers is never edited: a newer
-- one replaces it, and it is then called migrated.
CREATE TABLE plan_versions (
  environment_id text NOT NULL,
  plan_id text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  created_at timestamptz NOT NULL,
  replaced_at timestamptz,
  PRIMARY KEY (environment_id, plan_id, version),
  FOREIGN KEY (environment_id, plan_id) REFERENCES plans (environment_id, id)
);
-- The current version is the one that nothing has replaced.
CREATE UNIQUE INDEX plan_versions_current ON plan_versions (environment_id, plan_id)
  WHERE replaced_at IS NULL;

CREATE TABLE plan_charges (
  environment_id text NOT NULL,
  id text NOT NULL,
  plan_id text NOT NULL,
  version integer NOT NULL,
  position smallint NOT NULL,
  type text NOT NULL CHECK (type IN ('recurring', 'usage', 'one_off')),
  name text NOT NULL,
  pricing jsonb NOT NULL,
  metric_id text,
  feature_id text,
  quantity integer CHECK (quantity >= 0),
  timing text NOT NULL CHECK (timing IN ('in_advance', 'in_arrears')),
  minimum bigint CHECK (minimum >= 0),
  filters jsonb NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, plan_id, version, position),
  FOREIGN KEY (environment_id, plan_id, version)
    REFERENCES plan_versions (environment_id, plan_id, version),
  FOREIGN KEY (environment_id, metric_id) REFERENCES metrics (environment_id, id),
  FOREIGN KEY (environment_id, feature_id) REFERENCES features (environment_id, id),
  CHECK ((type = 'usage') = (metric_id IS NOT NULL))
);

CREATE TABLE plan_entitlements (
  environment_id text NOT NULL,
  plan_id text NOT NULL,
  version integer NOT NULL,
  feature_id text NOT NULL,
  position smallint NOT NULL,
  terms jsonb NOT NULL,
  PRIMARY KEY (environment_id, plan_id, version, feature_id),
  FOREIGN KEY (environment_id, plan_id, version)
    REFERENCES plan_versions (environment_id, plan_id, version),
  FOREIGN KEY (environment_id, feature_id) REFERENCES features (environment_id, id)
);

CREATE TABLE plan_grant_rules (
  environment_id text NOT NULL,
  plan_id text NOT NULL,
  version integer NOT NULL,
  position smallint NOT NULL,
  credit_currency_id text NOT NULL,
  amount numeric(24, 9) NOT NULL CHECK (amount > 0),
  cadence text NOT NULL CHECK (cadence IN ('once', 'billing_period', 'day', 'week', 'month')),
  expires jsonb NOT NULL,
  rollover jsonb NOT NULL,
  priority smallint NOT NULL,
  PRIMARY KEY (environment_id, plan_id, version, position),
  FOREIGN KEY (environment_id, plan_id, version)
    REFERENCES plan_versions (environment_id, plan_id, version),
  FOREIGN KEY (environment_id, credit_currency_id) REFERENCES credit_currencies (environment_id, id)
);

CREATE TABLE credit_packages (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  credit_currency_id text NOT NULL,
  credits numeric(24, 9) NOT NULL CHECK (credits > 0),
  price bigint NOT NULL CHECK (price >= 0),
  currency text NOT NULL,
  tier_id text,
  expires_after_days integer CHECK (expires_after_days > 0),
  priority smallint NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, slug),
  FOREIGN KEY (environment_id, credit_currency_id) REFERENCES credit_currencies (environment_id, id),
  FOREIGN KEY (environment_id, tier_id) REFERENCES tiers (environment_id, id)
);

-- A code is the same in upper and lower case; code_key is its lower-case form.
CREATE TABLE coupons (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  code text NOT NULL,
  code_key text NOT NULL,
  percent_off numeric(12, 9) CHECK (percent_off > 0 AND percent_off <= 100),
  amount_off bigint CHECK (amount_off > 0),
  currency text,
  duration text NOT NULL CHECK (duration IN ('once', 'repeating', 'forever')),
  duration_in_periods smallint CHECK (duration_in_periods > 0),
  max_redemptions integer CHECK (max_redemptions > 0),
  expires_at timestamptz,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, id),
  UNIQUE (environment_id, code_key),
  CHECK ((percent_off IS NULL) <> (amount_off IS NULL)),
  CHECK ((amount_off IS NULL) = (currency IS NULL)),
  CHECK ((duration = 'repeating') = (duration_in_periods IS NOT NULL))
);

GRANT SELECT, INSERT, UPDATE ON catalog_heads, products, credit_currencies, metrics, features, tiers,
  plans, plan_versions, credit_packages, coupons TO purser_app;
-- Terms of a version without subscribers are rewritten whole.
GRANT SELECT, INSERT, DELETE ON plan_charges, plan_entitlements, plan_grant_rules TO purser_app;
