import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Brand } from '#domain/core/brand.ts'
import { lineOfText, text } from '#domain/core/text.ts'
import { ContractParams } from './contract.ts'
import { NewSignature, Signing } from './signature.ts'

/** How many days a signing link is valid. */
export const SIGNING_LINK_DAYS = 7

/** 'changed': the contract changed after the link was sent, so that its client would sign another text. */
const SIGNING_LINK_STATUSES = ['open', 'used', 'revoked', 'expired', 'changed'] as const
export type SigningLinkStatus = (typeof SIGNING_LINK_STATUSES)[number]

/** The last link that was sent for the signature of a contract. */
export const SigningLink = z.object({
  to: z.string(),
  status: z.enum(SIGNING_LINK_STATUSES),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type SigningLink = z.output<typeof SigningLink>

const params = ContractParams
const LinkReply = z.object({ data: SigningLink, message: z.string() })

/** The signing link of a contract, as the desk sends and revokes it. */
export const signingLinkApi = api({
  get: {
    method: 'GET',
    path: '/contract/:no/signing-link',
    summary: 'El último enlace que se envió para firmar el contrato; null sin ninguno',
    clientRows: 'one',
    roles: ['financial'],
    params,
    reply: z.object({ data: z.nullable(SigningLink) }),
  },
  send: {
    method: 'POST',
    path: '/contract/:no/signing-link',
    summary: 'Envía al correo del cliente un enlace para firmar, de un solo uso; el anterior deja de servir',
    roles: ['financial'],
    params,
    reply: LinkReply,
  },
  revoke: {
    method: 'POST',
    path: '/contract/:no/signing-link/revoke',
    summary: 'Anula el enlace para firmar que está abierto',
    roles: ['financial'],
    params,
    reply: LinkReply,
  },
})

/** The token of a link, signed by the server. */
const LinkToken = text(200).check(z.regex(/^[\w-]{20,200}$/))
const linkParams = z.object({ token: LinkToken })

/** Whether a link can sign: its contract may be signed already, or may have changed after the link was sent. */
const PUBLIC_LINK_STATES = ['open', 'signed', 'changed'] as const
export type PublicLinkState = (typeof PUBLIC_LINK_STATES)[number]

/** What a link that cannot sign says. */
export const CLOSED_LINK_COPY: Readonly<Record<Exclude<PublicLinkState, 'open'>, string>> = {
  signed: 'Este contrato ya está firmado: no tienes que hacer nada más',
  changed: 'El contrato cambió después de que te enviaron este enlace: pídele uno nuevo a tu proveedor',
}

/** What the page of a link shows before its reader says who it is. */
export const PublicSigning = z.object({
  state: z.enum(PUBLIC_LINK_STATES),
  company: z.object({
    name: z.string(),
    nit: z.string(),
    phone: z.nullable(z.string()),
    logo_url: z.nullable(z.string()),
    initial_letter: z.string(),
    brand: Brand,
  }),
})
export type PublicSigning = z.output<typeof PublicSigning>

/** A signature that was made with a link. `copy_token`: opens the PDF for some minutes. */
const SignedByLink = z.object({ no_contract: z.string(), copy_token: z.string(), has_email: z.boolean() })
export type SignedByLink = z.output<typeof SignedByLink>

const SignerIdentification = z.strictObject({
  identification: lineOfText('Escribe el número de tu documento', 20),
})

/** The calls of a signing link, without a session. */
export const publicSigningApi = api({
  get: {
    method: 'GET',
    path: '/public/signing/:token',
    summary: 'La empresa que envió un enlace para firmar',
    roles: 'public',
    params: linkParams,
    reply: z.object({ data: PublicSigning }),
  },
  read: {
    method: 'POST',
    path: '/public/signing/:token/read',
    summary: 'El contrato que se firma con un enlace, para quien escribe el documento del titular',
    roles: 'public',
    readOnly: true,
    params: linkParams,
    body: SignerIdentification,
    reply: z.object({ data: Signing }),
  },
  sign: {
    method: 'POST',
    path: '/public/signing/:token/sign',
    summary: 'Firma el contrato con un enlace, que no sirve más',
    roles: 'public',
    params: linkParams,
    body: NewSignature,
    reply: z.object({ data: SignedByLink, message: z.string() }),
  },
  copy: {
    method: 'GET',
    path: '/public/contract-copy/:token/pdf',
    summary: 'El PDF del contrato recién firmado con un enlace',
    roles: 'public',
    replyAs: 'file',
    params: linkParams,
    reply: z.unknown(),
  },
})
