-- An open case that is met again says what is known now: its sentence and its amount were those of the first time.
grant update (says, amount) on payment_cases to enlace_app, enlace_platform;
