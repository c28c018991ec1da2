import { COMPANY_STATUS_LABELS } from '#domain/companies/company.ts'
import { CONTRACT_STATUS_LABELS } from '#domain/contracts/lifecycle.ts'
import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { SEGMENT_LABELS } from '#domain/core/segment.ts'
import { EQUIPMENT_STATE_LABELS, PROPERTY_LABELS } from '#domain/equipment/equipment.ts'
import type { ExportName } from '#domain/exports/api.ts'
import { IMPORT_COLUMNS, IMPORT_LABELS } from '#domain/imports/columns.ts'
import { OUTCOME_LABELS } from '#domain/invoices/dispute.ts'
import { STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { TRANSACTION_LABELS } from '#domain/payments/transaction.ts'
import { PQR_STATUS_LABELS } from '#domain/pqr/lifecycle.ts'
import { PQR_CHANNEL_LABELS, PQR_DECISION_LABELS, PQR_TYPE_LABELS, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import { advanceMoves } from '#server/accounting/advance-moves.ts'
import {
  ADVANCE_MOVE_COLUMNS,
  INCOME_COLUMNS,
  SALES_BOOK_COLUMNS,
  WRITE_OFF_COLUMNS,
} from '#server/accounting/exported-columns.ts'
import { income } from '#server/accounting/income.ts'
import { PDF_LISTS } from '#server/accounting/list-pdf.ts'
import { portfolio } from '#server/accounting/portfolio.ts'
import { receivedBook } from '#server/accounting/received-book.ts'
import { salesBook } from '#server/accounting/sales-book.ts'
import { writeOffs } from '#server/accounting/write-offs.ts'
import { banks } from '#server/banks/banks.ts'
import { BANK_LINE_COLUMNS } from '#server/banks/line-columns.ts'
import { clients } from '#server/clients/clients.ts'
import { bureau } from '#server/collections/bureau.ts'
import { collections } from '#server/collections/collections.ts'
import { BUREAU_COLUMNS, PREVIEW_COLUMNS } from '#server/collections/exported-columns.ts'
import { companies } from '#server/companies/companies.ts'
import { contracts } from '#server/contracts/contracts.ts'
import type { Route } from '#server/core/verb.ts'
import { equipment } from '#server/equipment/equipment.ts'
import type { ExportedList } from '#server/exports/exports.ts'
import { disputes } from '#server/invoices/disputes.ts'
import { invoices } from '#server/invoices/invoices.ts'
import { creditNotes } from '#server/invoices/notes.ts'
import { MESSAGE_COLUMNS } from '#server/messages/exported-columns.ts'
import { messages } from '#server/messages/messages.ts'
import { OUTAGE_CONTRACT_COLUMNS } from '#server/outages/contract-columns.ts'
import { outages } from '#server/outages/outages.ts'
import { CASH_TURN_COLUMNS } from '#server/payments/cash-turn-columns.ts'
import { cashTurns } from '#server/payments/cash-turns.ts'
import { manualPayments } from '#server/payments/manual.ts'
import { payments } from '#server/payments/online.ts'
import { plans } from '#server/plans/plans.ts'
import { pqr } from '#server/pqr/pqr.ts'
import { users } from '#server/users/users.ts'

const YES_NO = { true: 'Sí', false: 'No' } as const

/** The client columns, with the headers of the import: an exported file can be imported. */
const IMPORTED_COLUMNS = IMPORT_COLUMNS.filter((column) => column !== 'plan_code' && column !== 'opening_balance')

/** Every list that can be exported, with its route and the columns of its file. Money is a number of pesos. */
export const EXPORTED_LISTS: Readonly<Record<ExportName, ExportedList>> = {
  clients: {
    route: routeNamed(clients, 'list'),
    title: 'clientes',
    columns: [
      ...IMPORTED_COLUMNS.map((at) => ({ header: IMPORT_LABELS[at], at })),
      { header: 'Contratos', at: 'contracts.no_contract' },
      { header: 'Saldo (COP)', at: 'balance' },
      { header: 'En reclamo (COP)', at: 'disputed' },
      { header: 'Puede entrar', at: 'user.is_active', words: YES_NO },
    ],
  },
  contracts: {
    route: routeNamed(contracts, 'list'),
    title: 'contratos',
    columns: [
      { header: 'Contrato', at: 'no_contract' },
      { header: 'Cliente', at: 'client.name' },
      { header: 'Identificación', at: 'client.identification' },
      { header: 'Plan', at: 'plan.name' },
      { header: 'Valor mensual (COP)', at: 'price' },
      { header: 'Estado', at: 'status', words: CONTRACT_STATUS_LABELS },
      { header: 'Estrato', at: 'stratum' },
      { header: 'Dirección', at: 'address' },
      { header: 'Municipio', at: 'city' },
      { header: 'Departamento', at: 'department' },
      { header: 'Día de corte', at: 'billing_cut_day' },
      { header: 'Firmado', at: 'signed_at' },
      { header: 'Activo desde', at: 'active_from' },
      { header: 'Activo hasta', at: 'active_to' },
    ],
  },
  equipment: {
    route: routeNamed(equipment, 'list'),
    title: 'equipos',
    columns: [
      { header: 'Tipo', at: 'kind', words: EQUIPMENT_KIND_LABELS },
      { header: 'Marca', at: 'brand' },
      { header: 'Modelo', at: 'model' },
      { header: 'Serial', at: 'serial' },
      { header: 'MAC', at: 'mac' },
      { header: 'Propiedad', at: 'property', words: PROPERTY_LABELS },
      { header: 'Estado', at: 'state', words: EQUIPMENT_STATE_LABELS },
      { header: 'Técnico', at: 'technician.name' },
      { header: 'Contrato', at: 'no_contract' },
    ],
  },
  invoices: {
    route: routeNamed(invoices, 'list'),
    title: 'facturas',
    columns: [
      { header: 'Número', at: 'number' },
      { header: 'Cliente', at: 'client.name' },
      { header: 'Identificación', at: 'client.identification' },
      { header: 'Contrato', at: 'no_contract' },
      { header: 'Período', at: 'period' },
      { header: 'Emitida', at: 'issued_on' },
      { header: 'Vence', at: 'due_on' },
      { header: 'Subtotal (COP)', at: 'subtotal' },
      { header: 'IVA (COP)', at: 'vat' },
      { header: 'Total (COP)', at: 'total' },
      { header: 'Saldo (COP)', at: 'balance' },
      { header: 'En reclamo (COP)', at: 'disputed_amount' },
      { header: 'Por cobrar hoy (COP)', at: 'payable' },
      { header: 'Pagable hasta', at: 'last_payable_on' },
      { header: 'Estado', at: 'status', words: STATUS_LABELS },
    ],
  },
  bank_lines: {
    route: routeNamed(banks, 'lines'),
    title: 'movimientos-del-banco',
    columns: BANK_LINE_COLUMNS,
  },
  cash_turns: {
    route: routeNamed(cashTurns, 'list'),
    title: 'turnos-de-caja',
    columns: CASH_TURN_COLUMNS,
  },
  outage_contracts: {
    route: routeNamed(outages, 'contracts'),
    title: 'contratos-de-la-falla',
    columns: OUTAGE_CONTRACT_COLUMNS,
  },
  suspension_preview: {
    route: routeNamed(collections, 'preview'),
    title: 'cartera-y-cortes',
    columns: PREVIEW_COLUMNS,
  },
  bureau_cases: { route: routeNamed(bureau, 'cases'), title: 'centrales-de-riesgo', columns: BUREAU_COLUMNS },
  credit_notes: {
    route: routeNamed(creditNotes, 'list'),
    title: 'notas-credito',
    columns: [
      { header: 'Número', at: 'number' },
      { header: 'Emitida', at: 'issued_on' },
      { header: 'Factura', at: 'invoice.number' },
      { header: 'Cliente', at: 'client.name' },
      { header: 'Identificación', at: 'client.identification' },
      { header: 'Concepto DIAN', at: 'concept_code' },
      { header: 'Motivo', at: 'concept' },
      { header: 'Subtotal (COP)', at: 'subtotal' },
      { header: 'IVA (COP)', at: 'vat' },
      { header: 'Total (COP)', at: 'total' },
    ],
  },
  disputes: {
    route: routeNamed(disputes, 'list'),
    title: 'reclamos',
    columns: [
      { header: 'Factura', at: 'number' },
      { header: 'Cliente', at: 'client.name' },
      { header: 'Identificación', at: 'client.identification' },
      { header: 'Radicado', at: 'reference' },
      { header: 'Qué reclama', at: 'reason' },
      { header: 'Valor reclamado (COP)', at: 'amount' },
      { header: 'En reclamo hoy (COP)', at: 'disputed_amount' },
      { header: 'Abierto', at: 'opened_at' },
      { header: 'Abierto por', at: 'opened_by' },
      { header: 'Cómo terminó', at: 'outcome', words: OUTCOME_LABELS },
      { header: 'Respuesta', at: 'resolution' },
      { header: 'Cerrado', at: 'resolved_at' },
      { header: 'Cerrado por', at: 'resolved_by' },
      { header: 'Nota crédito', at: 'credit_note' },
      { header: 'Vence lo que se debe', at: 'due_on' },
    ],
  },
  income: {
    route: routeNamed(income, 'list'),
    title: 'ingresos',
    columns: INCOME_COLUMNS,
  },
  portfolio: {
    route: routeNamed(portfolio, 'list'),
    title: 'cartera-a-una-fecha',
    ...PDF_LISTS.portfolio,
  },
  advances: {
    route: routeNamed(portfolio, 'advances'),
    title: 'saldos-a-favor',
    ...PDF_LISTS.advances,
  },
  advance_moves: {
    route: routeNamed(advanceMoves, 'list'),
    title: 'movimientos-de-saldos-a-favor',
    columns: ADVANCE_MOVE_COLUMNS,
  },
  received_book: {
    route: routeNamed(receivedBook, 'list'),
    title: 'libro-de-recaudo',
    ...PDF_LISTS.received_book,
  },
  write_offs: {
    route: routeNamed(writeOffs, 'moves'),
    title: 'castigos-y-recuperaciones',
    columns: WRITE_OFF_COLUMNS,
  },
  sales_book: {
    route: routeNamed(salesBook, 'list'),
    title: 'libro-de-ventas',
    columns: SALES_BOOK_COLUMNS,
  },
  payments: {
    route: routeNamed(manualPayments, 'list'),
    title: 'pagos',
    columns: [
      { header: 'Recibo', at: 'number' },
      { header: 'Cliente', at: 'client.name' },
      { header: 'Identificación', at: 'client.identification' },
      { header: 'Fecha', at: 'paid_on' },
      { header: 'Fecha contable', at: 'posted_on' },
      { header: 'Medio', at: 'method', words: METHOD_LABELS },
      { header: 'Referencia', at: 'reference' },
      { header: 'Cuenta', at: 'account.name' },
      { header: 'Registrado por', at: 'registered_by' },
      { header: 'Recibido (COP)', at: 'amount' },
      { header: 'Retefuente (COP)', at: 'retentions.retefuente' },
      { header: 'ReteIVA (COP)', at: 'retentions.reteiva' },
      { header: 'ReteICA (COP)', at: 'retentions.reteica' },
      { header: 'Certificado', at: 'certificate.number' },
      { header: 'Fecha del certificado', at: 'certificate.issued_on' },
      { header: 'Facturas', at: 'applied.number' },
      { header: 'Ajuste al peso (COP)', at: 'rounding' },
      { header: 'A favor (COP)', at: 'credit' },
      { header: 'Reverso', at: 'reversed.number' },
      { header: 'Reversado el', at: 'reversed.on' },
      { header: 'Reversado por', at: 'reversed.reason' },
    ],
  },
  transactions: {
    route: routeNamed(payments, 'transactions'),
    title: 'transacciones',
    columns: [
      { header: 'Fecha', at: 'day' },
      { header: 'Cliente', at: 'client.name' },
      { header: 'Identificación', at: 'client.identification' },
      { header: 'Medio', at: 'method', words: METHOD_LABELS },
      { header: 'Valor (COP)', at: 'amount' },
      { header: 'Estado', at: 'status', words: TRANSACTION_LABELS },
      { header: 'Referencia', at: 'reference' },
      { header: 'Transacción', at: 'transaction_id' },
      { header: 'Facturas', at: 'invoices' },
      { header: 'Recibo', at: 'receipt.number' },
      { header: 'Motivo', at: 'problem' },
    ],
  },
  messages: {
    route: routeNamed(messages, 'list'),
    title: 'mensajes',
    columns: MESSAGE_COLUMNS,
  },
  users: {
    route: routeNamed(users, 'list'),
    title: 'usuarios',
    columns: [
      { header: 'Nombres', at: 'first_name' },
      { header: 'Apellidos', at: 'last_name' },
      { header: 'Usuario', at: 'username' },
      { header: 'Correo', at: 'email' },
      { header: 'Rol', at: 'role', words: ROLE_LABELS },
      { header: 'Activo', at: 'is_active', words: YES_NO },
      { header: 'Último ingreso', at: 'last_login_at' },
    ],
  },
  companies: {
    route: routeNamed(companies, 'listFiles'),
    title: 'empresas',
    columns: [
      { header: 'Empresa', at: 'name' },
      { header: 'NIT', at: 'nit' },
      { header: 'Estado', at: 'status', words: COMPANY_STATUS_LABELS },
      { header: 'Correo', at: 'email' },
      { header: 'Teléfono', at: 'phone' },
      { header: 'Clientes', at: 'clients' },
      { header: 'Facturas de este mes', at: 'invoices_this_month' },
      { header: 'Wompi', at: 'is_wompi_integration', words: YES_NO },
      { header: 'Factus', at: 'is_factus_integration', words: YES_NO },
      { header: 'Creada', at: 'createdAt' },
    ],
  },
  pqr: {
    route: routeNamed(pqr, 'list'),
    title: 'pqr',
    columns: [
      { header: 'Número', at: 'reference' },
      { header: 'CUN', at: 'cun' },
      { header: 'Tipo', at: 'type', words: PQR_TYPE_LABELS },
      { header: 'Tema', at: 'typology', words: TYPOLOGY_LABELS },
      { header: 'Asunto', at: 'subject' },
      { header: 'Quién', at: 'petitioner.name' },
      { header: 'Identificación', at: 'petitioner.identification' },
      { header: 'Contrato', at: 'no_contract' },
      { header: 'Canal', at: 'channel', words: PQR_CHANNEL_LABELS },
      { header: 'Responsable', at: 'assignee.name' },
      { header: 'Estado', at: 'status', words: PQR_STATUS_LABELS },
      { header: 'Radicada', at: 'filed_on' },
      { header: 'Responder hasta', at: 'answer_by' },
      { header: 'Respondida', at: 'answered_on' },
      { header: 'Decisión', at: 'decision', words: PQR_DECISION_LABELS },
      { header: 'Recurso hasta', at: 'appeal_until' },
      { header: 'Cerrada', at: 'closed_at' },
    ],
  },
  plans: {
    route: routeNamed(plans, 'list'),
    title: 'planes',
    columns: [
      { header: 'Plan', at: 'name' },
      { header: 'Código', at: 'reference_code' },
      { header: 'Valor (COP)', at: 'price' },
      { header: 'Bajada', at: 'download_speed' },
      { header: 'Subida', at: 'upload_speed' },
      { header: 'Uso', at: 'segment', words: SEGMENT_LABELS },
      { header: 'En paquete', at: 'is_packaged', words: YES_NO },
      { header: 'Activo', at: 'is_active', words: YES_NO },
    ],
  },
}

function routeNamed(routes: readonly Route[], name: string): Route {
  const route = routes.find((candidate) => candidate.name === name)
  if (!route) throw new Error(`no route named ${name}`)
  return route
}
