import type { Brand } from '#domain/core/brand.ts'
import { brandOf, NEUTRAL_BLUE } from '#domain/core/brand.ts'
import { type Day, dayLabel, instantLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { listLabel } from '#domain/core/text.ts'
import { escapeHtml, withoutDoubleStops } from './html.ts'

/** The content of an email, without its recipient. */
export type Email = { subject: string; text: string; html: string; senderName: string }

/** The sender name of an email for several companies. */
const PLATFORM_NAME = 'Enlace'

/** The recovery codes of one address: one for each user with it, and the link to the page where they are entered. */
export function recoveryEmail(content: {
  entries: readonly { username: string; companyName: string; code: string }[]
  minutes: number
  url: string
}): Email {
  const companies = new Set(content.entries.map((entry) => entry.companyName))
  const senderName = companies.size === 1 ? (content.entries[0]?.companyName ?? PLATFORM_NAME) : PLATFORM_NAME
  const isShared = content.entries.length > 1
  return renderEmail(senderName, 'Tu código para crear una contraseña nueva', [
    { kind: 'text', text: 'Hola. Alguien pidió crear una contraseña nueva con este correo.' },
    ...(isShared
      ? [{ kind: 'text', text: 'Varios usuarios tienen este correo. Usa el código del tuyo.' } as const]
      : []),
    ...content.entries.flatMap((entry): Block[] => [
      {
        kind: 'text',
        text: `Usuario: ${entry.username}${companies.size > 1 ? ` (${entry.companyName})` : ''}`,
      },
      { kind: 'code', text: entry.code },
    ]),
    { kind: 'text', text: `El código vale ${content.minutes} minutos y sirve una sola vez.` },
    { kind: 'link', text: 'Escribir el código', url: content.url },
    {
      kind: 'text',
      text: 'Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue igual. No le des este código a nadie.',
    },
  ])
}

/** Notifies a user that the password changed, and what to do when another person changed it. */
export function passwordChangedEmail(content: {
  companyName: string
  firstName: string
  at: Date
  publicUrl: string
  /** What else was done, as sentences after a space; empty for nothing. */
  alsoDone: string
}): Email {
  return renderEmail(content.companyName, 'Tu contraseña cambió', [
    { kind: 'text', text: `Hola, ${content.firstName}. Tu contraseña cambió el ${instantLabel(content.at)}.` },
    { kind: 'text', text: `Por seguridad cerramos tus otras sesiones.${content.alsoDone}` },
    { kind: 'text', text: 'Si no fuiste tú, crea otra contraseña ahora mismo:' },
    { kind: 'link', text: 'Crear otra contraseña', url: `${content.publicUrl}${paths.recovery}` },
  ])
}

/** Notifies a user that the second factor was turned on or off, that another person removed it, or that a recovery code was used. */
export function twoFactorEmail(content: {
  companyName: string
  firstName: string
  at: Date
  publicUrl: string
  what: { kind: 'on' | 'off' | 'reset' } | { kind: 'recovery_code'; left: number }
}): Email {
  const { subject, text } = TWO_FACTOR_WORDS[content.what.kind]
  const left = content.what.kind === 'recovery_code' ? ` Te quedan ${content.what.left}.` : ''
  return renderEmail(content.companyName, subject, [
    { kind: 'text', text: `Hola, ${content.firstName}. El ${instantLabel(content.at)} ${text}.${left}` },
    { kind: 'text', text: 'Si no fuiste tú, crea otra contraseña ahora mismo:' },
    { kind: 'link', text: 'Crear otra contraseña', url: `${content.publicUrl}${paths.recovery}` },
  ])
}

const TWO_FACTOR_WORDS = {
  on: {
    subject: 'Activaste la verificación en dos pasos',
    text: 'activaste la verificación en dos pasos: al entrar te pediremos también un código',
  },
  off: {
    subject: 'Desactivaste la verificación en dos pasos',
    text: 'desactivaste la verificación en dos pasos: para entrar basta tu contraseña',
  },
  reset: {
    subject: 'Quitaron la verificación en dos pasos de tu cuenta',
    text: 'restablecieron tu acceso y quitaron la verificación en dos pasos: actívala otra vez en tu perfil, y si no lo pediste avisa a quien te dio el acceso',
  },
  recovery_code: {
    subject: 'Usaste un código de recuperación',
    text: 'alguien usó tu contraseña y un código de recuperación, que ya no sirve más',
  },
} as const

/** Notifies the old address that the account has a new one, and what to do when another person changed it. */
export function emailChangedEmail(content: { companyName: string; firstName: string; at: Date }): Email {
  return renderEmail(content.companyName, 'Tu correo cambió', [
    {
      kind: 'text',
      text: `Hola, ${content.firstName}. El ${instantLabel(content.at)} tu cuenta cambió de correo: los próximos mensajes llegan al nuevo.`,
    },
    { kind: 'text', text: `Si no fuiste tú, comunícate ya con ${content.companyName}.` },
  ])
}

/** The link that makes a new address of a user count. */
export function confirmEmailEmail(content: {
  companyName: string
  firstName: string
  hours: number
  url: string
}): Email {
  return renderEmail(content.companyName, 'Confirma tu correo nuevo', [
    {
      kind: 'text',
      text: `Hola, ${content.firstName}. Pediste usar este correo en tu cuenta de ${content.companyName}. Confírmalo para recibir aquí tus facturas y tus códigos.`,
    },
    { kind: 'link', text: 'Confirmar mi correo', url: content.url },
    { kind: 'text', text: `El enlace vale ${content.hours} horas. Si no lo pediste, no hagas nada: no cambia nada.` },
  ])
}

/** Notifies the old address that the company changed the address of the account, and when the new one can set a password. */
export function addressMovedEmail(content: { companyName: string; firstName: string; at: Date; hours: number }): Email {
  const { companyName, firstName, at, hours } = content
  return renderEmail(companyName, 'Tu correo cambió', [
    {
      kind: 'text',
      text: `Hola, ${firstName}. El ${instantLabel(at)} ${companyName} cambió el correo de tu cuenta: los próximos mensajes llegan al nuevo.`,
    },
    {
      kind: 'text',
      text: `Si no lo pediste, comunícate ya con ${companyName}. Durante ${hours} horas nadie puede recuperar tu contraseña con el correo nuevo, y la que tienes sigue sirviendo.`,
    },
  ])
}

/** Invites a new user: the user name, and the link that sets the first password. */
export function invitationEmail(content: {
  /** Staff are invited to work, a client to see the own invoices and contracts. */
  isStaff: boolean
  companyName: string
  firstName: string
  username: string
  hours: number
  url: string
}): Email {
  return renderEmail(content.companyName, `Tu acceso a ${content.companyName}`, [
    {
      kind: 'text',
      text: content.isStaff
        ? `Hola, ${content.firstName}. Te invitaron a trabajar en ${content.companyName} con Enlace.`
        : `Hola, ${content.firstName}. Ya puedes ver tus facturas y tus contratos en línea.`,
    },
    { kind: 'text', text: `Tu usuario es ${content.username}.` },
    { kind: 'link', text: 'Crear mi contraseña', url: content.url },
    { kind: 'text', text: `El enlace vale ${content.hours} horas y sirve una sola vez.` },
  ])
}

/** A notification, for a user who chose to receive it by email. */
export function notificationEmail(content: {
  companyName: string
  brand: Brand
  firstName: string
  text: string
  url: string
  choicesUrl: string
}): Email {
  return renderEmail(
    content.companyName,
    content.text,
    [
      { kind: 'text', text: `Hola, ${content.firstName}. ${content.text}.` },
      { kind: 'link', text: 'Ver más', url: content.url },
      { kind: 'text', text: `Recibes este correo porque lo elegiste. Puedes cambiarlo en ${content.choicesUrl}` },
    ],
    content.brand,
  )
}

type InvoiceContent = {
  companyName: string
  brand: Brand
  clientName: string
  number: string
  /** 'YYYY-MM'. */
  period: string
  total: Money
  payable: Money
  /** What is not like the rest of the invoice: in dispute, or with a later last day. */
  sentences: readonly string[]
  /** The last day to pay. */
  due_on: Day
  isPayableOnline: boolean
  /** The signed link to the invoice. */
  url: string
}

/** An issued invoice: amount, until when it can be paid (`until`, a sentence), and the link to see and pay it. */
export function invoiceEmail(content: InvoiceContent & { until: string }): Email {
  const month = isPeriod(content.period) ? periodLabel(content.period) : content.period
  return renderEmail(
    content.companyName,
    `Tu factura de ${month}: ${pesosLabel(content.total)}`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(content.clientName)}. Tu factura ${content.number} de ${month} está lista.`,
      },
      { kind: 'amount', text: pesosLabel(content.payable) },
      ...paragraphsOf(content),
      { kind: 'text', text: content.until },
      { kind: 'link', text: content.isPayableOnline ? 'Ver y pagar' : 'Ver la factura', url: content.url },
    ],
    content.brand,
  )
}

const paragraphsOf = ({ sentences }: InvoiceContent): Block[] => sentences.map((text) => ({ kind: 'text', text }))

/**
 * A reminder of an unpaid invoice: amount, due date and link. It does not demand the payment. `overdue`: what of it is overdue, the
 * only amount of an overdue reminder.
 */
export function reminderEmail(content: InvoiceContent & { overdue: Money }): Email {
  const { number, payable, due_on, overdue } = content
  const isOverdue = overdue > 0
  return renderEmail(
    content.companyName,
    isOverdue ? `Factura ${number}: venció el ${dayLabel(due_on)}` : `Factura ${number}: vence el ${dayLabel(due_on)}`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(content.clientName)}. La factura ${number} ${isOverdue ? 'venció' : 'vence'} el ${dayLabel(due_on)}.`,
      },
      { kind: 'amount', text: pesosLabel(isOverdue ? overdue : payable) },
      ...paragraphsOf(content),
      { kind: 'link', text: content.isPayableOnline ? 'Ver y pagar' : 'Ver la factura', url: content.url },
      { kind: 'text', text: 'Si ya pagaste, no tienes que hacer nada.' },
    ],
    content.brand,
  )
}

/** A credit note: what it takes off an invoice, and why. */
export function creditNoteEmail(content: InvoiceContent & { note: string; credited: Money; reason: string }): Email {
  return renderEmail(
    content.companyName,
    `Nota crédito ${content.note}: ${pesosLabel(content.credited)} a tu favor`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(content.clientName)}. Emitimos la nota crédito ${content.note} sobre tu factura ${content.number}.`,
      },
      { kind: 'amount', text: pesosLabel(content.credited) },
      { kind: 'text', text: `Motivo: ${content.reason}` },
      { kind: 'link', text: 'Ver la factura', url: content.url },
    ],
    content.brand,
  )
}

/** A received online payment: amount, the invoices that it paid, what is left in favour, and the link to the receipt. */
export function receiptEmail(content: {
  companyName: string
  brand: Brand
  clientName: string
  number: number
  amount: Money
  invoices: readonly string[]
  credit: Money
  method: string
  url: string
}): Email {
  const paid =
    content.invoices.length === 0 ? '' : ` de ${listLabel(content.invoices.map((number) => `la factura ${number}`))}`
  const inFavour = content.credit > 0 ? `De este pago, ${pesosLabel(content.credit)} quedan a tu favor. ` : ''
  return renderEmail(
    content.companyName,
    `Recibimos tu pago de ${pesosLabel(content.amount)}`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(content.clientName)}. Recibimos tu pago${paid} con ${content.method}.`,
      },
      { kind: 'amount', text: pesosLabel(content.amount) },
      { kind: 'text', text: `${inFavour}Es el recibo número ${content.number}.` },
      { kind: 'link', text: 'Ver el recibo', url: content.url },
    ],
    content.brand,
  )
}

export const firstNameOf = (name: string): string => name.split(' ')[0] ?? ''

type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'amount'; text: string }
  | { kind: 'link'; text: string; url: string }

/** Renders an email as HTML and as plain text with the same content: company, blocks, footer. */
export function renderEmail(
  senderName: string,
  subject: string,
  blocks: readonly Block[],
  brand: Brand = brandOf(NEUTRAL_BLUE),
  isAnswerable = false,
): Email {
  const name = senderName === PLATFORM_NAME ? PLATFORM_NAME : `${senderName}, con ${PLATFORM_NAME}`
  const footer = `${name}.${isAnswerable ? '' : ' Este correo se envía solo; no lo respondas.'}`
  const text = [senderName, ...blocks.map(textOf), `— ${footer}`].join('\n\n')
  const html = `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f5f8;color:#1b2430;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dde3ea;border-top:4px solid ${brand.solid};border-radius:12px">
<p style="margin:0 0 20px;font-size:18px;font-weight:700">${escapeHtml(senderName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${blocks.map((block) => htmlOf(block, brand)).join('\n')}
<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid #dde3ea;font-size:13px;color:#5b6675">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html, senderName }
}

const textOf = (block: Block): string =>
  block.kind === 'link' ? `${block.text}: ${block.url}` : withoutDoubleStops(block.text)

function htmlOf(block: Block, brand: Brand): string {
  const text = escapeHtml(block.kind === 'link' ? block.text : withoutDoubleStops(block.text))
  if (block.kind === 'text') return `<p style="margin:0 0 14px">${text}</p>`
  if (block.kind === 'amount')
    return `<p style="margin:0 0 14px;font-size:28px;line-height:1.2;font-weight:700">${text}</p>`
  if (block.kind === 'code') return `<p style="margin:0 0 20px;${CODE_STYLE}">${text}</p>`
  const url = escapeHtml(block.url)
  return `<p style="margin:20px 0"><a href="${url}" style="${BUTTON_STYLE};background:${brand.solid};color:${brand.ink}">${text}</a></p>
<p style="margin:0 0 14px;font-size:13px;color:#5b6675">Si el botón no abre, copia esta dirección: ${url}</p>`
}

const CODE_STYLE = 'font:700 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'
const BUTTON_STYLE = 'display:inline-block;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600'
