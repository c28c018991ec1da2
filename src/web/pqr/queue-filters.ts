import { shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { COLOURS } from '#domain/pqr/deadlines.ts'
import { PQR_STATUS_LABELS, PQR_STATUSES } from '#domain/pqr/lifecycle.ts'
import { CASE_RESULTS, FACTS, PACKAGED } from '#domain/pqr/list-query.ts'
import type { Figure } from '#domain/pqr/regulator-api.ts'
import {
  PQR_CHANNEL_LABELS,
  PQR_CHANNELS,
  PQR_SERVICE_LABELS,
  PQR_SERVICES,
  PQR_TYPE_LABELS,
  PQR_TYPES,
  TYPOLOGIES,
  TYPOLOGY_LABELS,
} from '#domain/pqr/topics.ts'
import { dayFilterOf, idFilterOf } from '#web/core/table-address.ts'
import type { Chip } from '#web/ui/FilterChips.tsx'
import { FACT_NAMES, RESULT_NAMES } from './regulator-words.ts'
import { COLOUR_LABELS } from './words.ts'

const STATES = ['open', 'closed', 'all'] as const
export const STATE_OPTIONS = [
  { value: 'open', label: 'Abiertas' },
  { value: 'closed', label: 'Cerradas' },
  { value: 'all', label: 'Todas' },
] as const

type Named = { id: string; name: string }

/** The filters of the queue in the page address; without a state it has the open cases. */
export function readQueueFilters(filters: Readonly<Record<string, string>>) {
  const assignee = filters['assignee']
  return {
    state: STATES.find((known) => known === filters['state']) ?? 'open',
    status: PQR_STATUSES.find((known) => known === filters['status']),
    type: PQR_TYPES.find((known) => known === filters['type']),
    typology: TYPOLOGIES.find((known) => known === filters['typology']),
    service: PQR_SERVICES.find((known) => known === filters['service']),
    packaged: PACKAGED.find((known) => known === filters['packaged']),
    channel: PQR_CHANNELS.find((known) => known === filters['channel']),
    fact: FACTS.find((known) => known === filters['fact']),
    result: CASE_RESULTS.find((known) => known === filters['result']),
    satisfaction: /^[1-5]$/.test(filters['satisfaction'] ?? '') ? filters['satisfaction'] : undefined,
    colour: COLOURS.find((known) => known === filters['colour']),
    assignee: assignee === 'me' || assignee === 'none' ? assignee : idFilterOf(filters, 'assignee'),
    client_id: idFilterOf(filters, 'client_id'),
    from: dayFilterOf(filters, 'from'),
    to: dayFilterOf(filters, 'to'),
    municipality_code: /^\d{5}$/.test(filters['municipality_code'] ?? '') ? filters['municipality_code'] : undefined,
    no_contract: /^[A-Z]{1,4}-\d{6}$/.test(filters['no_contract'] ?? '') ? filters['no_contract'] : undefined,
  }
}
export type QueueFilters = ReturnType<typeof readQueueFilters>

/** The address of the cases behind a figure of the regulator, open and closed. */
export const addressOfFigure = (figure: Figure): string =>
  `${paths.pqrQueue}?${new URLSearchParams([['state', 'all'], ...Object.entries(figure)]).toString()}`

/** The filters as the query of the list. */
export const queueQuery = ({ state, ...filters }: QueueFilters) => ({
  ...filters,
  state: state === 'all' ? undefined : state,
})

/** The label of each active filter that has no control of its own on the screen, and of those that have one. */
export function queueChips(filters: QueueFilters, people: readonly Named[], client: string | undefined): Chip[] {
  const { status, type, typology, colour, assignee, client_id, no_contract, from, to, municipality_code } = filters
  const { fact, result, service, packaged, channel, satisfaction } = filters
  const one = (key: string, label: string | undefined): Chip[] => (label === undefined ? [] : [{ key, label }])
  return [
    ...one('client_id', client_id && `Cliente: ${client ?? 'uno'}`),
    ...one('no_contract', no_contract && `Contrato: ${no_contract}`),
    ...one('fact', fact && `Cifra de la CRC: ${FACT_NAMES[fact].toLowerCase()}`),
    ...one('result', result && `Resultado: ${RESULT_NAMES[result]}`),
    ...one('from', from && `${fact ? 'Desde' : 'Radicada desde'}: ${shortDayLabel(from)}`),
    ...one('to', to && `${fact ? 'Hasta' : 'Radicada hasta'}: ${shortDayLabel(to)}`),
    ...one('service', service && `Servicio: ${PQR_SERVICE_LABELS[service]}`),
    ...one('packaged', packaged && (packaged === 'true' ? 'Servicio en paquete' : 'Servicio solo')),
    ...one('channel', channel && `Llegó por: ${PQR_CHANNEL_LABELS[channel].toLowerCase()}`),
    ...one('satisfaction', satisfaction && `Calificación: ${satisfaction} de 5`),
    ...one('municipality_code', municipality_code && `Municipio ${municipality_code}`),
    ...one('status', status && `Estado: ${PQR_STATUS_LABELS[status]}`),
    ...one('type', type && PQR_TYPE_LABELS[type]),
    ...one('typology', typology && `Tema: ${TYPOLOGY_LABELS[typology]}`),
    ...one('colour', colour && COLOUR_LABELS[colour]),
    ...one('assignee', assignee && `Responsable: ${assigneeLabel(assignee, people)}`),
  ]
}

/** 'Yo', 'Sin asignar', or the name of the person. */
function assigneeLabel(assignee: string, people: readonly Named[]): string {
  if (assignee === 'me') return 'Yo'
  return assignee === 'none' ? 'Sin asignar' : (people.find(({ id }) => id === assignee)?.name ?? 'una persona')
}
