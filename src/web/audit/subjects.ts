/** The subjects of events, by the first part of the event name. */
export const ABOUT_LABELS: Readonly<Record<string, string>> = {
  session: 'Ingresos',
  password: 'Contraseñas',
  user: 'Usuarios',
  company: 'Empresa',
  client: 'Clientes',
  contract: 'Contratos',
  plan: 'Planes',
  invoice: 'Facturas',
  run: 'Facturación masiva',
  credit_note: 'Notas crédito',
  dispute: 'Reclamos de facturas',
  payment: 'Pagos recibidos',
  attempt: 'Pagos en línea',
  messages: 'Mensajes',
  credentials: 'Llaves',
  integration: 'Integraciones',
}
