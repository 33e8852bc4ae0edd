-- A write with a call to the outside in its middle: what it began is kept with its key, the answer
-- comes later. running_until is when somebody else may go on with it.
ALTER TABLE idempotency_keys
  ALTER COLUMN status DROP NOT NULL,
  ALTER COLUMN sealed_body DROP NOT NULL,
  ADD COLUMN ticket text,
  ADD COLUMN running_until timestamptz,
  ADD CHECK ((status IS NULL) = (sealed_body IS NULL)),
  ADD CHECK (status IS NOT NULL OR ticket IS NOT NULL);
GRANT UPDATE ON idempotency_keys TO purser_app;
