import { type Client, IDENTIFICATION_LABELS } from '#domain/clients/client.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { SEGMENT_LABELS } from '#domain/core/segment.ts'

/** A document with its dots; a passport may have other characters. */
const documentLabel = (identification: string): string =>
  /^[\d-]+$/.test(identification) ? nitLabel(identification) : identification

/** 'Cédula 1.020.345 · 3001234567'. */
export const clientSubtitle = (client: Client): string =>
  [
    `${IDENTIFICATION_LABELS[client.type_identification]} ${documentLabel(client.identification)}`,
    client.phone ?? 'Sin celular',
  ].join(' · ')

const placeLabel = (client: Client): string => `${client.city}, ${client.department}`

function accessLabel({ user }: Client): string {
  if (!user.is_active) return 'Inactivo'
  return user.is_first_login ? 'Todavía no ha entrado' : `Activo, usuario ${user.username}`
}

/** The personal data of a client, as labels and values. */
export function clientFacts(client: Client) {
  return [
    { label: 'Uso', value: SEGMENT_LABELS[client.segment] },
    { label: 'Estrato', value: client.stratum ?? 'Sin estrato' },
    { label: 'Celular', value: client.phone ? <a href={`tel:+57${client.phone}`}>{client.phone}</a> : '—' },
    { label: 'Teléfono fijo', value: client.telephone ?? '—' },
    { label: 'Correo', value: client.email ?? '—' },
    { label: 'Dirección', value: client.address },
    { label: 'Municipio', value: `${placeLabel(client)} (${client.municipality_code})` },
    ...(client.nacionality === null ? [] : [{ label: 'Nacionalidad', value: client.nacionality }]),
    { label: 'Acceso al portal', value: accessLabel(client) },
    { label: 'Día de pago', value: client.payment_date ?? 'Diez días después de emitida' },
  ]
}
