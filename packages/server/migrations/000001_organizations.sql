-- One row: what this installation is sealed with, so that a wrong encryption key is found at start.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  key_check bytea NOT NULL
);

CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Sandbox and live are fully separate: settings, keys, catalog and customers hang off this row.
CREATE TABLE environments (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  kind text NOT NULL CHECK (kind IN ('sandbox', 'live')),
  name text NOT NULL,
  logo text,
  website text,
  branding jsonb,
  default_currency text NOT NULL,
  timezone text NOT NULL,
  portal_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (organization_id, kind)
);

-- Only the hash of a key is kept; the prefix finds the row, the hash proves the key.
CREATE TABLE api_keys (
  environment_id text NOT NULL REFERENCES environments (id),
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('secret', 'publishable')),
  scope text NOT NULL CHECK (scope IN ('full', 'read', 'runtime', 'publishable')),
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (environment_id, id),
  CHECK ((kind = 'publishable') = (scope = 'publishable'))
);
CREATE INDEX api_keys_prefix ON api_keys (prefix);

GRANT SELECT, INSERT ON installation, organizations TO purser_app;
GRANT SELECT, INSERT, UPDATE ON environments, api_keys TO purser_app;
