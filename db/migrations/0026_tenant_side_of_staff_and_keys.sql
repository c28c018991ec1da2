-- Staff, provider credentials and a company's own row are written from the company's side: row-level security, and not a
-- condition in a query, keeps two providers apart. The state of a company stays with the platform.
grant insert, update on credentials to enlace_app;
grant update (nit, name, address, department, city, phone, email, legal_representative, initial_letter, tic, website_url,
  whatsapp_url, instagram_url, facebook_url, qr_url, color_code, logo_url, is_wompi_integration, updated_at) on companies to enlace_app;
