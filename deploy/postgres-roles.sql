-- Roles with the least rights, for psql as an administrator, connected to the product's database:
--
--   createdb moushikomi && psql -v ON_ERROR_STOP=1 -d moushikomi -f deploy/postgres-roles.sql
--
-- Give each a password (\password) or a line in pg_hba.conf. An upgrade that changes the schema is started once as
-- moushikomi_owner; a schema that is current is only read, so the service runs as moushikomi.

-- Makes the tables, and rewrites them after an erasure.
create role moushikomi_owner login;
-- What the service needs: rows, and no table.
create role moushikomi login connection limit 40;
-- For DATABASE_READ_URL and for whoever evaluates: reads alone.
create role moushikomi_reader login connection limit 20;
alter role moushikomi_reader set default_transaction_read_only = on;

revoke all on schema public from public;
grant usage, create on schema public to moushikomi_owner;
grant usage on schema public to moushikomi, moushikomi_reader;
alter default privileges for role moushikomi_owner in schema public
  grant select, insert, update, delete on tables to moushikomi;
alter default privileges for role moushikomi_owner in schema public
  grant select on tables to moushikomi_reader;
