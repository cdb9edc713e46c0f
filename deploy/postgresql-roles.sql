-- The roles and the schema of layoutd in a database, made by a superuser with psql; it may be run again:
--
--   createdb --encoding=UTF8 --template=template0 layoutd
--   psql -d layoutd -v ON_ERROR_STOP=1 -f postgresql-roles.sql
--
-- Then give both a password (\password layoutd_owner, \password layoutd), and have the owner make the tables:
--
--   layoutd store migrate --store postgresql://layoutd_owner@HOST/layoutd --store-password-file FILE
--
-- layoutd serve takes the role layoutd, which reads and writes rows and can change nothing else.

select not exists (select from pg_roles where rolname = 'layoutd_owner') as is_new \gset
\if :is_new
create role layoutd_owner login connection limit 5;
\endif
select not exists (select from pg_roles where rolname = 'layoutd') as is_new \gset
\if :is_new
create role layoutd login connection limit 100;
\endif

revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to layoutd_owner, layoutd;
revoke create on schema public from public;

create schema if not exists layoutd authorization layoutd_owner;
grant usage on schema layoutd to layoutd;
alter default privileges for role layoutd_owner in schema layoutd
  grant select, insert, update, delete on tables to layoutd;
grant select, insert, update, delete on all tables in schema layoutd to layoutd;

-- What a process leaves behind that is stopped or cut off ends soon. layoutd has deadlines of its own, which are shorter.
alter role layoutd set idle_in_transaction_session_timeout = '10s';
alter role layoutd set lock_timeout = '20s';
alter role layoutd set statement_timeout = '90s';
select current_setting('server_version_num')::int >= 140000 as is_new \gset
\if :is_new
alter role layoutd set client_connection_check_interval = '1s';
\endif
