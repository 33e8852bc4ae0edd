-- A checkout has a page of its own here: no payment is made on a page of a provider any more.
ALTER TABLE payments DROP COLUMN success_url, DROP COLUMN cancel_url;

-- What kind of purchase a session is, as its preview said: afterwards its rows do not say it any more.
ALTER TABLE checkout_sessions ADD COLUMN mode text CHECK (mode IN ('new', 'upgrade', 'downgrade',
  'renewal', 'payment', 'setup'));
UPDATE checkout_sessions s SET mode = CASE
  WHEN purpose = 'payment_method_update' THEN 'setup'
  WHEN purpose IN ('credit_package', 'credit_topup', 'invoice_payment') THEN 'payment'
  WHEN purpose = 'addon_purchase' OR request->>'subscriptionId' IS NULL THEN 'new'
  WHEN invoice_id IS NULL THEN 'downgrade'
  ELSE coalesce((SELECT CASE i.reason WHEN 'start' THEN 'new' WHEN 'change' THEN 'upgrade' END
    FROM invoices i WHERE i.bucket = s.bucket AND i.environment_id = s.environment_id
      AND i.id = s.invoice_id), 'renewal')
END;
ALTER TABLE checkout_sessions ALTER COLUMN mode SET NOT NULL;
