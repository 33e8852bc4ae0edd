-- One reading of a pricing page. draft is what the page was read as, written before anything is made
-- of it, so that a run that was interrupted goes on where it was. adopted is what the page said of
-- each object that was made of it, when it was made or last brought up to date: what a page says now
-- is compared with that, and not with what the merchant has made of it since. Who works on a run has
-- it until leased_until.
CREATE TABLE onboarding_runs (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  url text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('queued', 'fetching', 'extracting', 'creating', 'completed', 'failed')),
  error text,
  product_slug text,
  product_id text,
  draft jsonb,
  adopted jsonb NOT NULL DEFAULT '{}',
  changes jsonb NOT NULL DEFAULT '[]',
  event_count integer NOT NULL DEFAULT 0 CHECK (event_count >= 0),
  attempt_count integer NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (environment_id, id),
  FOREIGN KEY (environment_id, product_id) REFERENCES products (environment_id, id),
  CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK (status NOT IN ('creating', 'completed') OR draft IS NOT NULL)
);
CREATE INDEX onboarding_runs_open ON onboarding_runs (created_at, id) WHERE completed_at IS NULL;
CREATE INDEX onboarding_runs_product ON onboarding_runs (environment_id, product_slug, completed_at)
  WHERE status = 'completed';

-- What happened in a run, in order: what its stream tells, and what its result is made of.
CREATE TABLE onboarding_events (
  environment_id text NOT NULL,
  run_id text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  event text NOT NULL CHECK (event IN ('status', 'found', 'created', 'skipped', 'failed')),
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (environment_id, run_id, number),
  FOREIGN KEY (environment_id, run_id) REFERENCES onboarding_runs (environment_id, id)
);

GRANT SELECT, INSERT, UPDATE ON onboarding_runs TO purser_app;
GRANT SELECT, INSERT ON onboarding_events TO purser_app;
