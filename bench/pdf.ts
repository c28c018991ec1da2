import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import { type InvoiceDocument, invoicePdf } from '#server/invoices/invoice-pdf.ts'
import { drawingRate } from './drawing-rate.ts'

const COUNT = 300

/** A usual tagged invoice with four lines and a QR code: how many are rendered in a second of CPU time. */
export const pdf = () => drawingRate('pdf', COUNT, (number) => invoicePdf(contentOf(number), null))

const SERVICE = {
  address: 'Calle 31 # 28-15',
  city: 'Marinilla',
  download_speed: '100 Mbps',
  upload_speed: '20 Mbps',
  reconnection: money(235_739),
  claim_months: 6,
}

const contentOf = (number: number): InvoiceDocument => ({
  issuer: {
    name: 'Andina Fibra S.A.S.',
    nit: '901234567-7',
    initial_letter: 'AF',
    color_code: '#0B5FFF',
    logo_url: null,
    address: 'Carrera 49 # 50-22',
    city: 'Marinilla',
    phone: '6045550199',
    email: 'pagos@andina.test',
    website_url: 'https://andina.test',
  },
  client: {
    name: `Yenny Bohórquez Díaz ${number}`,
    identity: {
      type_identification: 'CC',
      identification: String(1_020_345_000 + number),
      address: 'Calle 10 # 20-30',
      city: 'Marinilla',
    },
  },
  plan: 'Hogar 100',
  electronic: null,
  pqr_url: 'https://portal.andina.test/radicar-pqr',
  bank: null,
  link: `https://portal.andina.test/factura/${String(number).padStart(67, 'x')}`,
  invoice: {
    number: `AF-${number}`,
    period: period('2026-11'),
    from_on: day('2026-10-26'),
    to_on: day('2026-11-25'),
    issued_on: day('2026-11-20'),
    due_on: day('2026-12-05'),
    lines: Array.from({ length: 4 }, (_, line) => ({
      kind: 'plan',
      description: `Internet fijo, cobro ${line + 1}`,
      quantity: 1,
      base: money(1_678_571),
      vat_treatment: 'gravado',
      vat_rate: 0.19,
      vat: money(318_929),
      total: money(1_997_500),
    })),
    subtotal: money(6_714_284),
    vat: money(1_275_716),
    total: money(7_990_000),
    previous_balance: money(0),
    previous_disputed: money(0),
    credit_taken: money(0),
    after: null,
    disputed_amount: money(0),
    no_contract: 'AF-000218',
    permanence: null,
    service: SERVICE,
  },
})
