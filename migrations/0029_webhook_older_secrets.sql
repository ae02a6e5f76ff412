-- Secrets replaced before the previous one, whose own 24 hours are not over either (src/webhooks): a second rotation within a day
-- drops none. Each {"sealed": text, "until": ISO 8601 on the organization's clock}, newest first; the previous one keeps its columns.
alter table webhook_endpoint add column older_secrets jsonb not null default '[]';
