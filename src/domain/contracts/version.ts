import * as z from 'zod/mini'
import { type Day, DayText, dayLabel } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import { SignatureMark } from './signature.ts'

/** What made a version of a contract. The check of the table `contract_versions` has the same values. */
const VERSION_REASONS = [
  'signature',
  'plan_change',
  'plan_kept',
  'transfer',
  'cession',
  'termination_withdrawn',
] as const
export type VersionReason = (typeof VERSION_REASONS)[number]

export const VERSION_REASON_LABELS: Readonly<Record<VersionReason, string>> = {
  signature: 'Firma',
  plan_change: 'Cambio de plan',
  plan_kept: 'Cambio de plan anulado',
  transfer: 'Traslado',
  cession: 'Cesión',
  termination_withdrawn: 'Retiro anulado',
}

/** A version without a signature in Enlace: a change that the client asked for. */
export type ChangeReason = Exclude<VersionReason, 'signature'>

/** The changes of a contract, besides its signature, that make a version of it. */
export const VERSION_EVENTS: Readonly<Partial<Record<EventName, ChangeReason>>> = {
  'contract.plan_changed': 'plan_change',
  'contract.plan_change_cancelled': 'plan_kept',
  'contract.transferred': 'transfer',
  'contract.ceded': 'cession',
  // A change of plan after the last day was deleted with the termination: the text before it is not true any more.
  'contract.termination_withdrawn': 'termination_withdrawn',
}

/** How a version was accepted: signed in the portal or with the link of an email, or at the desk. */
const VERSION_CHANNELS = ['portal', 'desk', 'link'] as const
export type VersionChannel = (typeof VERSION_CHANNELS)[number]

const CHANNEL_LABELS: Readonly<Record<VersionChannel, string>> = {
  portal: 'en el portal',
  desk: 'en la oficina',
  link: 'con el enlace del correo',
}

/** By which channel a client asked for a change. The check of the table `contract_versions` has the same values. */
export const ASKED_CHANNELS = ['oficina', 'telefono', 'correo', 'whatsapp'] as const
export type AskedChannel = (typeof ASKED_CHANNELS)[number]
export const ASKED_CHANNEL_LABELS: Readonly<Record<AskedChannel, string>> = {
  oficina: 'En la oficina',
  telefono: 'Por teléfono',
  correo: 'Por correo',
  whatsapp: 'Por WhatsApp',
}

/** Who asked for a change of a contract, on which day and by which channel. */
export type Asked = { asked_by: string; asked_on: Day; asked_channel: AskedChannel }

/** 'Lo pidió Yenny Bohórquez el 20 de noviembre de 2026, por teléfono'. */
export const askedLabel = ({ asked_by, asked_on, asked_channel }: Asked): string =>
  `Lo pidió ${asked_by} el ${dayLabel(asked_on)}, ${ASKED_CHANNEL_LABELS[asked_channel].replace(/^./, (first) => first.toLowerCase())}`

/** A kept version of a contract, without its text. */
export const ContractVersion = z.object({
  version: z.number(),
  reason: z.enum(VERSION_REASONS),
  /** The first day on which it is in force. */
  from_on: DayText,
  channel: z.enum(VERSION_CHANNELS),
  accepted_by: z.string(),
  /** Who asked for a change of plan; null when it is not stated. All three or none. */
  asked_by: z.nullable(z.string()),
  asked_on: z.nullable(DayText),
  asked_channel: z.nullable(z.enum(ASKED_CHANNELS)),
  made_at: z.iso.datetime(),
  /** SHA-256 in hexadecimal. */
  text_hash: z.string(),
})
export type ContractVersion = z.output<typeof ContractVersion>

/** The proof of a signature as a document shows it. */
export const VersionSignature = z.object({
  name: z.string(),
  identification: z.string(),
  signed_at: z.iso.datetime(),
  mark: SignatureMark,
})
export type VersionSignature = z.output<typeof VersionSignature>

/** The text of a contract. `version`: null for a draft, and for a contract of another system, whose signed text is not in Enlace. */
export const ContractText = z.object({
  no_contract: z.string(),
  is_draft: z.boolean(),
  /** Whether it is a draft that can still be signed. */
  can_be_signed: z.boolean(),
  version: z.nullable(ContractVersion),
  signature: z.nullable(VersionSignature),
  text: z.string(),
  text_hash: z.string(),
})
export type ContractText = z.output<typeof ContractText>

/** Who asked for the change of a version. Null when it is not stated. */
export const askedOf = ({ asked_by, asked_on, asked_channel }: ContractVersion): Asked | null =>
  asked_by === null || asked_on === null || asked_channel === null ? null : { asked_by, asked_on, asked_channel }

/**
 * 'Firmado por Yenny Bohórquez en el portal'. Of a change: who asked for it, when that is stated, and that the company recorded it for the
 * holder.
 */
export function acceptanceLabel(version: ContractVersion): string {
  const { reason, accepted_by, channel } = version
  if (reason === 'signature') return `Firmado por ${accepted_by} ${CHANNEL_LABELS[channel]}`
  const asked = askedOf(version)
  const recorded = `Registrado por la empresa, a nombre de ${accepted_by},`
  return asked === null ? recorded : `${askedLabel(asked)}. ${recorded}`
}
