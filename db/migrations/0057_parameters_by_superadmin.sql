-- The superadmin adds values of regulated numbers (domain/parameters/new-value.ts). No role changes a number, its first day or its legal
-- basis: only its last day, when another value follows it. What is not in force yet may be replaced.
grant insert, delete, update (valid_to) on regulated_parameters to enlace_platform;
