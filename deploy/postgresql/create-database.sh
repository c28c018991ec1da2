#!/bin/sh
# Creates the database of Enlace with its owner and its login, as docs/operations.md says. PostgreSQL's image runs it once, on an empty volume.
set -eu

psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=login="$LOGIN_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role enlace_owner login createrole password :'owner';
create role enlace_login login noinherit password :'login';
create database enlace owner enlace_owner;
SQL
