import { hash } from 'node:crypto'
import { NO_EQUIPMENT_VALUES } from '#domain/contracts/equipment-values.ts'
import { permanenceTable } from '#domain/contracts/permanence.ts'
import { signedText } from '#domain/contracts/signed-text.ts'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { type ContractDocument, contractPdf } from '#server/contracts/contract-pdf.ts'
import { drawingRate } from './drawing-rate.ts'

const COUNT = 200

/** A tagged contract of two pages with a permanence clause and a drawn signature: how many are rendered in a second of CPU time. */
export const contractDocument = () =>
  drawingRate('contract-pdf', COUNT, (number) => contractPdf(contentOf(number), null))

function contentOf(number: number): ContractDocument {
  const text = textOf(number)
  const text_hash = hash('sha256', text)
  const identification = String(1_020_345_000 + number)
  const signed_at = '2026-11-20T15:04:00.000Z'
  return {
    issuer: {
      name: 'Andina Fibra S.A.S.',
      nit: '901234567-7',
      initial_letter: 'AF',
      color_code: '#0B5FFF',
      logo_url: null,
      address: 'Carrera 49 # 50-22',
      city: 'Marinilla',
      phone: '6045550199',
      email: 'contratos@andina.test',
      website_url: 'https://andina.test',
    },
    contract: {
      no_contract: `AF-${String(number).padStart(6, '0')}`,
      is_draft: false,
      can_be_signed: false,
      version: {
        version: 1,
        reason: 'signature',
        from_on: day('2026-11-20'),
        channel: 'link',
        asked_by: null,
        asked_on: null,
        asked_channel: null,
        accepted_by: `Yenny Bohórquez Díaz ${number}`,
        made_at: signed_at,
        text_hash,
      },
      signature: { name: `Yenny Bohórquez Díaz ${number}`, identification, signed_at, mark: STROKES },
      text,
      text_hash,
    },
  }
}

/** A signature of three strokes with 40 points each. */
const STROKES = Array.from({ length: 3 }, (_, stroke) =>
  Array.from({ length: 40 }, (_point, step): [number, number] => [
    stroke * 90 + step * 2.2,
    40 + Math.round(300 * Math.sin(step / (4 + stroke))) / 10,
  ]),
)

const COMPANY = {
  name: 'Andina Fibra S.A.S.',
  nit: '901234567-7',
  address: 'Carrera 49 # 50-22',
  city: 'Marinilla',
  phone: '6045550199',
  email: 'contratos@andina.test',
  website_url: 'https://andina.test',
}

const NUMBERS = {
  installationDays: 15,
  terminationNotice: 3,
  planChangeNotice: 3,
  pauseMonths: 2,
  pauseWindowMonths: 12,
  cessionAnswer: 15,
  deliveryNotice: 5,
  claimMonths: 6,
  suspensionNotice: 2,
  reconnectionDays: 3,
  outageMinutes: 150,
  pqrAnswer: 15,
  appealDays: 10,
  bureauNoticeCalendarDays: 20,
  reconnectionCap: { value: pesos(1_981), legal_basis: 'Ley 2485 de 2025' },
}

const textOf = (number: number): string =>
  signedText({
    no_contract: `AF-${String(number).padStart(6, '0')}`,
    change: null,
    company: COMPANY,
    client: {
      name: `Yenny Bohórquez Díaz ${number}`,
      type_identification: 'CC',
      identification: String(1_020_345_000 + number),
      email: `yenny.bohorquez.${number}@correo.test`,
      phone: '3001234567',
      address: 'Calle 10 # 20-30',
      city: 'Marinilla',
      department: 'Antioquia',
    },
    place: {
      address: 'Carrera 45 # 12-30, apartamento 502',
      city: 'Marinilla',
      department: 'Antioquia',
      segment: 'residential',
      stratum: 4,
    },
    plan: { name: 'Hogar 300 fibra', download_speed: '300 Mbps', upload_speed: '150 Mbps' },
    price: pesos(89_900),
    until_next: null,
    price_includes_vat: true,
    is_vat_responsible: true,
    vat_from_on: null,
    vat: { treatment: 'gravado', rate_bps: 1900 },
    date_contract: day('2026-11-20'),
    billing_cut_day: 30,
    connection_cost: pesos(180_000),
    discounted_value: pesos(120_000),
    signed_on: day('2026-11-20'),
    ceded_on: null,
    installation_due_on: day('2026-12-14'),
    active_from: null,
    permanence: {
      months: 12,
      from_on: day('2026-11-20'),
      ends_on: day('2027-11-19'),
      table: permanenceTable(pesos(120_000), 12),
      is_accepted: true,
    },
    has_declined_permanence: false,
    accepts_renewal: true,
    accepts_electronic_invoice: true,
    equipment_values: NO_EQUIPMENT_VALUES,
    charges: {
      reconnection_cost: pesos(1_981),
      transfer_cost: pesos(45_000),
      technical_visit_cost: pesos(30_000),
      additional_cable_cost: pesos(20_000),
    },
    numbers: NUMBERS,
  })
