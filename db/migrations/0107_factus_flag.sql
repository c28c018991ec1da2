-- An administrator turns electronic invoices of the own company on and off, as online payments.
grant update (is_factus_integration) on companies to enlace_app;
