import * as z from 'zod/mini'
import { EQUIPMENT_KIND_LABELS, EQUIPMENT_KINDS } from '#domain/core/equipment-kind.ts'
import { createLifecycle } from '#domain/core/lifecycle.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { lineOfText, optionalLine, trimmedText } from '#domain/core/text.ts'

/** The places of a piece of equipment. The check of the table `equipment` has the same values. */
export const EQUIPMENT_STATES = ['in_store', 'assigned', 'at_client', 'returned', 'damaged', 'lost'] as const
export type EquipmentState = (typeof EQUIPMENT_STATES)[number]
export const EQUIPMENT_STATE_LABELS: Readonly<Record<EquipmentState, string>> = {
  in_store: 'En bodega',
  assigned: 'Con un técnico',
  at_client: 'Donde el cliente',
  returned: 'Recogido',
  damaged: 'Dañado',
  lost: 'Perdido',
}

/** The lines of one pasted list. */
export const LINES_MAX = 200
/** The characters of one line: a serial, a comma and a MAC. */
export const LINE_MAX = 80

/** Lent to the client for the time of the contract, or sold. */
export const PROPERTIES = ['comodato', 'vendido'] as const
export type Property = (typeof PROPERTIES)[number]
export const PROPERTY_LABELS: Readonly<Record<Property, string>> = { comodato: 'Comodato', vendido: 'Vendido' }

const free = { in_store: 'in_store', at_client: 'at_client', damaged: 'damaged', lost: 'lost' } as const

/**
 * From each place, the places to which equipment can be moved. What a client has is picked up first, and what a technician has goes
 * back to the store before another one gets it (ACT-12).
 */
export const equipmentLifecycle = createLifecycle<EquipmentState, EquipmentState>(EQUIPMENT_STATES, {
  in_store: { assigned: 'assigned', at_client: 'at_client', damaged: 'damaged', lost: 'lost' },
  assigned: free,
  at_client: { returned: 'returned', damaged: 'damaged', lost: 'lost' },
  returned: { ...free, assigned: 'assigned' },
  damaged: { in_store: 'in_store', lost: 'lost' },
  lost: { in_store: 'in_store' },
})

/** Throws Refusal for a place to which the equipment cannot go. */
export function assertMove(from: EquipmentState, to: EquipmentState, name: string): void {
  if (equipmentLifecycle.can(from, to)) return
  const copies: Readonly<Partial<Record<EquipmentState, string>>> = {
    at_client: `${name} está instalado donde un cliente: primero recógelo`,
    assigned: `${name} ya lo tiene un técnico: primero devuélvelo a la bodega`,
  }
  const move = `${EQUIPMENT_STATE_LABELS[from].toLowerCase()}: no puede pasar a ${EQUIPMENT_STATE_LABELS[to].toLowerCase()}`
  throw new Refusal('conflict', copies[from] ?? `${name} está ${move}`)
}

/** A serial as it is stored: in capitals, without blanks. */
export const normaliseSerial = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** A MAC address as it is stored, 'AA:BB:CC:00:11:22'; another text without changes. */
export function normaliseMac(text: string): string {
  const digits = text.replaceAll(/[\s:.-]/g, '').toUpperCase()
  return /^[0-9A-F]{12}$/.test(digits) ? (digits.match(/../g) ?? []).join(':') : text
}

const SERIAL_COPY = 'El serial tiene de 3 a 40 letras y números, como HWTC1A2B3C4D'
const MAC_COPY = 'La MAC tiene 12 letras o números, como AA:BB:CC:00:11:22'
const SERIAL = /^[A-Z0-9][A-Z0-9./-]{2,39}$/
const MAC = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/

/** A serial in an input: empty for none. */
export const SerialText = trimmedText(60).check(
  z.overwrite(normaliseSerial),
  z.refine((value) => value === '' || SERIAL.test(value), { error: SERIAL_COPY }),
)
/** A MAC address in an input: empty for none. */
export const MacText = trimmedText(60).check(
  z.overwrite(normaliseMac),
  z.refine((value) => value === '' || MAC.test(value), { error: MAC_COPY }),
)

/** What several pieces of one kind have in common. */
export const equipmentFields = {
  kind: z.enum(EQUIPMENT_KINDS, { error: 'Elige qué equipo es' }),
  brand: lineOfText('Escribe la marca', 60),
  model: z.optional(optionalLine(60)),
  property: z.enum(PROPERTIES, { error: 'Elige si es en comodato o vendido' }),
}

/** A piece of equipment and its place. */
export const Equipment = z.object({
  id: z.uuid(),
  kind: z.enum(EQUIPMENT_KINDS),
  brand: z.string(),
  model: z.nullable(z.string()),
  serial: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  property: z.enum(PROPERTIES),
  state: z.enum(EQUIPMENT_STATES),
  technician: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The contract at whose address it is installed. */
  no_contract: z.nullable(z.string()),
})
export type Equipment = z.output<typeof Equipment>

/** A piece at the address of a contract. */
export const InstalledEquipment = z.object({
  id: z.uuid(),
  kind: z.enum(EQUIPMENT_KINDS),
  brand: z.string(),
  serial: z.nullable(z.string()),
  mac: z.nullable(z.string()),
})
export type InstalledEquipment = z.output<typeof InstalledEquipment>

const EquipmentMove = z.object({
  /** The installation report of the move. */
  report_id: z.nullable(z.uuid()),
  from: z.nullable(z.enum(EQUIPMENT_STATES)),
  to: z.enum(EQUIPMENT_STATES),
  technician: z.nullable(z.string()),
  no_contract: z.nullable(z.string()),
  note: z.nullable(z.string()),
  actor: z.string(),
  at: z.iso.datetime(),
})

/** A piece of equipment with every place that it had, the newest first. */
export const EquipmentDetail = z.extend(Equipment, { moves: z.array(EquipmentMove) })
export type EquipmentDetail = z.output<typeof EquipmentDetail>

/** What a signed report says about one piece: it was installed, or taken back. */
const REPORTED_ACTIONS = ['install', 'return'] as const
export const REPORTED_LABELS: Readonly<Record<(typeof REPORTED_ACTIONS)[number], string>> = {
  install: 'Se instaló',
  return: 'Se recogió',
}
export const REPORTED_MAX = 6

/** A piece in a report, by its serial. `kind` and `brand`: of one that is not in the stock yet. */
export const ReportedEquipment = z.strictObject({
  serial: trimmedText(60, { required: 'Escribe el serial del equipo' }).check(
    z.overwrite(normaliseSerial),
    z.regex(SERIAL, { error: SERIAL_COPY }),
  ),
  action: z.enum(REPORTED_ACTIONS, { error: 'Elige si se instaló o se recogió' }),
  kind: z.optional(z.nullable(z.enum(EQUIPMENT_KINDS, { error: 'Elige qué equipo es' }))),
  brand: z.optional(z.nullable(optionalLine(60))),
})
export type ReportedEquipment = z.output<typeof ReportedEquipment>

/** A piece in a stored report. One that has no serial is named by its MAC, or as 'sin serial'. */
export const StoredMove = z.object({ ...ReportedEquipment.shape, serial: z.string() })
export type StoredMove = z.output<typeof StoredMove>

/** Why the text of a serial cannot be stored. Null when it can. */
export const serialProblem = (text: string): string | null => (SERIAL.test(normaliseSerial(text)) ? null : SERIAL_COPY)

/** 'ONU Huawei HWTC1A2B3C4D'. */
export const equipmentName = ({
  kind,
  brand,
  ...numbers
}: Pick<Equipment, 'kind' | 'brand' | 'serial' | 'mac'>): string =>
  `${EQUIPMENT_KIND_LABELS[kind]} ${brand} ${serialLabel(numbers)}`

/** What identifies a piece: its serial, or else its MAC. */
export const serialLabel = ({ serial, mac }: Pick<Equipment, 'serial' | 'mac'>): string => serial ?? mac ?? 'sin serial'

export type ListedLine = { line: number; serial: string; mac: string | null }

/** A serial and a MAC with only blanks between them. */
const SERIAL_AND_MAC = /^(.*\S)\s+((?:[0-9A-F]{2}[:-]){5}[0-9A-F]{2}|(?:[0-9A-F]{4}\.){2}[0-9A-F]{4})$/i

/**
 * The lines of a pasted list: a serial and, after a comma, a tab, a semicolon or blanks, its MAC. Empty lines are left out.
 */
export const readLines = (text: string): ListedLine[] =>
  text
    .split(/\r?\n/)
    .map((line, index) => {
      const [, serial, mac] = SERIAL_AND_MAC.exec(line.trim()) ?? []
      const cells = serial === undefined || /[,;\t]/.test(line) ? line.split(/[,;\t]/) : [serial, mac ?? '']
      return { cells: cells.map((cell) => cell.trim()), line: index + 1 }
    })
    .filter(({ cells }) => (cells[0] ?? '') !== '')
    .map(({ cells: [serial = '', mac = ''], line }) => ({
      line,
      serial: normaliseSerial(serial),
      mac: mac === '' ? null : normaliseMac(mac),
    }))

/** Why a line of a pasted list is not stored. Null when it can be. */
export function lineProblem({ serial, mac }: Omit<ListedLine, 'line'>): string | null {
  if (!SERIAL.test(serial)) return SERIAL_COPY
  return mac === null || MAC.test(mac) ? null : MAC_COPY
}
