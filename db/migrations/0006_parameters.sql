create table regulated_parameters (key text primary key);
