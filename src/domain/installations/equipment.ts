import * as z from 'zod/mini'
import { optionalLine, trimmedText } from '#domain/core/text.ts'

/** The rows of the inventory of a report (ACT-12). */
export const EQUIPMENT_ROWS = 3
const ROWS_COPY = 'Envía las tres filas de equipos'

const cell = (max: number) => z.optional(z.nullable(optionalLine(max)))
const Row = z.strictObject({ brand: cell(60), serial: cell(60), state: cell(60) })

const IP_COPY = 'Escribe una dirección IP como 192.168.1.1'
const ip = z.optional(z.nullable(trimmedText(45, { tooLong: IP_COPY }).check(z.refine(isIp, { error: IP_COPY }))))
const degrees = (max: number, error: string) =>
  z.optional(z.nullable(z.number({ error }).check(z.gte(-max, { error }), z.lte(max, { error }))))

/** The inventory of a report: brand, serial or MAC, and state, in three rows. */
export const Equipment = z.strictObject({
  rows: z
    .array(Row)
    .check(z.minLength(EQUIPMENT_ROWS, { error: ROWS_COPY }), z.maxLength(EQUIPMENT_ROWS, { error: ROWS_COPY })),
})

export const TechnicalData = z.strictObject({
  antenna_wan_ip: ip,
  antenna_lan_ip: ip,
  router_wan_ip: ip,
  router_lan_ip: ip,
  latitude: degrees(90, 'Escribe la latitud entre -90 y 90'),
  longitude: degrees(180, 'Escribe la longitud entre -180 y 180'),
})

/** What the role network saves of a report (ACT-12). */
export const NewEquipment = z.extend(Equipment, { technical_data: TechnicalData })
export type NewEquipment = z.output<typeof NewEquipment>

function isIp(text: string): boolean {
  return text === '' || z.safeParse(z.ipv4(), text).success || z.safeParse(z.ipv6(), text).success
}
