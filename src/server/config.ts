import path from 'node:path'
import * as z from 'zod/mini'
import type { Environment as ProviderEnvironment } from '#domain/core/environment.ts'
import { type AddressRange, parseRange } from '#server/providers/network/addresses.ts'
import type { S3Settings } from '#server/providers/objects/s3.ts'

/** The secret of the demo. It is public, so a production start refuses it. */
export const DEMO_SECRET = 'ZW5sYWNlLWRlbW8tc2VjcmV0LW5vdC1mb3ItcHJvZHU='

/** The contact address of the demo. */
const DEMO_CONTACT_EMAIL = 'soporte@enlace.test'

/** The sender of the demo's emails. */
const DEMO_MAIL_FROM = 'Enlace <no-responder@enlace.test>'
const PORT_LAST = 65_535
const POOL_LIMIT = 1_000
const METRICS_TOKEN_MIN = 20
const INBOUND_TOKEN_MIN = 32
/** What a reply address adds to it has 43 characters, and the part before the at sign has at most 64 (RFC 5321). */
const INBOUND_NAME = /^[a-z0-9][a-z0-9._-]{0,19}@[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** The data folder without ENLACE_DATA: in the checkout, for any working directory. */
const DATA_DIR = path.resolve(import.meta.dirname, '../../.enlace')

export type ServerMode = 'demo' | 'production'

const optionalText = z.optional(z.string())
const wholeNumber = (fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, { error: 'debe ser un número entero' })),
      z.transform((text: string) => Number(text)),
    ),
    fallback,
  )

const Environment = z.object({
  PORT: wholeNumber(3000),
  HOST: optionalText,
  PUBLIC_URL: optionalText,
  DATABASE_URL: optionalText,
  DATABASE_ADMIN_URL: optionalText,
  ENLACE_DATA: optionalText,
  ENLACE_SECRET: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: optionalText,
  CONTACT_EMAIL: optionalText,
  MAP_TILES_URL: optionalText,
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  TRUST_PROXY: z._default(z.enum(['0', '1']), '0'),
  POOL_MAX: wholeNumber(20),
  RATE_PER_MINUTE: wholeNumber(600),
  RATE_ANONYMOUS_PER_MINUTE: wholeNumber(300),
  EVENTS_PER_MINUTE: wholeNumber(600),
  IN_FLIGHT_PER_PERSON: wholeNumber(30),
  IN_FLIGHT_PER_COMPANY: wholeNumber(200),
  SESSION_IDLE_MINUTES: wholeNumber(0),
  METRICS_TOKEN: optionalText,
  INBOUND_ADDRESS: optionalText,
  INBOUND_TOKEN: optionalText,
  S3_BUCKET: optionalText,
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ENDPOINT: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_PREFIX: z._default(z.string(), ''),
  WOMPI_TEST_URL: z._default(z.string(), 'https://sandbox.wompi.co/v1'),
  WOMPI_PRODUCTION_URL: z._default(z.string(), 'https://production.wompi.co/v1'),
  WOMPI_CHECKOUT_URL: z._default(z.string(), 'https://checkout.wompi.co'),
  NETWORK_RANGES: z._default(z.string(), ''),
  WEBHOOK_RANGES: z._default(z.string(), ''),
  FACTUS_TEST_URL: z._default(z.string(), 'https://api-sandbox.factus.com.co'),
  FACTUS_PRODUCTION_URL: z._default(z.string(), 'https://api.factus.com.co'),
  WHATSAPP_URL: z._default(z.string(), 'https://graph.facebook.com/v25.0'),
  SMS_URL: z._default(z.string(), 'https://www.hablame.co/api/sms/v5/send'),
})

/** The configuration of one process. Frozen; only main.ts reads process.env, and hands it to `readConfig`. */
export type Config = Readonly<{
  mode: ServerMode
  port: number
  host: string
  publicUrl: string
  databaseUrl: string | undefined
  databaseAdminUrl: string | undefined
  dataDir: string
  secret: Buffer
  smtpUrl: string | undefined
  mailFrom: string
  /** The address of the public pages, where any visitor writes for help (ERR-04). Without characters that HTML escapes. */
  contactEmail: string
  /** The address of the pictures of a map, with {z}, {x} and {y}; null: a place is written by its coordinates. */
  mapTilesUrl: string | null
  logLevel: string
  trustProxy: boolean
  poolMax: number
  /** Requests per minute of one signed-in user, and of one address without a session. */
  ratePerMinute: number
  rateAnonymousPerMinute: number
  /** Events of the payment provider per minute at the address of one company. */
  eventsPerMinute: number
  /** Requests of one signed-in user at the same time, and of one company or of one network without a session. */
  inFlightPerPerson: number
  inFlightPerCompany: number
  /** Minutes without use that end a session, for every role; 0 keeps the limits by role. */
  sessionIdleMinutes: number
  /** The secret of the monitoring; without it there are no metrics. */
  metricsToken: string | undefined
  /** Where the replies to e-mails arrive, and the secret of the mail server that delivers them; null: none is received. */
  inbound: { readonly address: string; readonly token: string } | null
  /** The bucket of the files; null: they are in the data folder. */
  s3: S3Settings | null
  /** The base address of each Wompi environment. */
  wompiUrls: Readonly<Record<ProviderEnvironment, string>>
  /** Where the pages of the payment links of Wompi are, of both environments. */
  wompiCheckoutUrl: string
  /** The private networks where the devices of the companies may be: no other private address is called. */
  networkRanges: readonly AddressRange[]
  /** The same for the receivers of events and the gateways of text messages. */
  webhookRanges: readonly AddressRange[]
  /** The base address of each Factus environment. */
  factusUrls: Readonly<Record<ProviderEnvironment, string>>
  /** The base address of the WhatsApp Cloud API, with its version. */
  whatsappUrl: string
  /** The address that is suggested for the text messages of a company. */
  smsUrl: string
}>

/**
 * Parses the environment once, at start. Throws one Error with every problem in Spanish, one on each line, so that the operator
 * can correct all of them at once.
 */
export function readConfig(mode: ServerMode, env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = z.safeParse(Environment, present)
  const problems = parsed.success
    ? problemsOf(mode, parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || problems.length > 0) {
    throw new Error(
      `Faltan o están mal estas variables de entorno (ver .env.example):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
  }
  const values = parsed.data
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  const https = publicUrl.startsWith('https://')
  return Object.freeze({
    mode,
    port: values.PORT,
    // Without https a browser discards the Secure cookie, except on loopback: then the server listens on loopback only.
    host: values.HOST ?? (https ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    databaseAdminUrl: values.DATABASE_ADMIN_URL,
    dataDir: values.ENLACE_DATA === undefined ? DATA_DIR : path.resolve(values.ENLACE_DATA),
    secret: decodeSecret(values.ENLACE_SECRET ?? DEMO_SECRET),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? DEMO_MAIL_FROM,
    contactEmail: values.CONTACT_EMAIL ?? DEMO_CONTACT_EMAIL,
    mapTilesUrl: values.MAP_TILES_URL ?? null,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY === '1',
    poolMax: values.POOL_MAX,
    ratePerMinute: values.RATE_PER_MINUTE,
    rateAnonymousPerMinute: values.RATE_ANONYMOUS_PER_MINUTE,
    eventsPerMinute: values.EVENTS_PER_MINUTE,
    inFlightPerPerson: values.IN_FLIGHT_PER_PERSON,
    inFlightPerCompany: values.IN_FLIGHT_PER_COMPANY,
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES,
    metricsToken: values.METRICS_TOKEN,
    inbound: inboundOf(values),
    s3: s3Of(values),
    wompiUrls: { test: values.WOMPI_TEST_URL, production: values.WOMPI_PRODUCTION_URL },
    wompiCheckoutUrl: values.WOMPI_CHECKOUT_URL.replace(/\/+$/, ''),
    networkRanges: rangesOf(values.NETWORK_RANGES).flatMap((range) => parseRange(range) ?? []),
    webhookRanges: rangesOf(values.WEBHOOK_RANGES).flatMap((range) => parseRange(range) ?? []),
    factusUrls: { test: values.FACTUS_TEST_URL, production: values.FACTUS_PRODUCTION_URL },
    whatsappUrl: values.WHATSAPP_URL.replace(/\/+$/, ''),
    smsUrl: values.SMS_URL,
  })
}

function problemsOf(mode: ServerMode, values: z.output<typeof Environment>): string[] {
  const problems = problemsOfValues(values)
  return mode === 'demo' ? problems : [...problems, ...problemsOfProduction(values)]
}

type Values = z.output<typeof Environment>

function problemsOfValues(values: Values): string[] {
  const problems: string[] = []
  if (values.PUBLIC_URL !== undefined && !isSite(values.PUBLIC_URL))
    problems.push('PUBLIC_URL: debe ser una dirección completa y sin ruta, por ejemplo https://portal.miempresa.co')
  for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL'] as const)
    if (values[name] !== undefined && !hasProtocol(values[name], ['postgres:', 'postgresql:']))
      problems.push(
        `${name}: debe ser una dirección de PostgreSQL, por ejemplo postgres://enlace:clave@localhost/enlace`,
      )
  if (values.DATABASE_ADMIN_URL !== undefined && values.DATABASE_URL === undefined)
    problems.push('DATABASE_URL: falta; DATABASE_ADMIN_URL es la del dueño de la misma base de datos')
  if (values.SMTP_URL !== undefined && !isMailServer(values.SMTP_URL))
    problems.push('SMTP_URL: debe ser un servidor de correo, por ejemplo smtps://usuario:clave@smtp.miempresa.co')
  if (values.MAIL_FROM !== undefined && !/^[^<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(values.MAIL_FROM))
    problems.push('MAIL_FROM: debe ser un correo, por ejemplo Enlace <no-responder@miempresa.co>')
  if (values.METRICS_TOKEN !== undefined && values.METRICS_TOKEN.length < METRICS_TOKEN_MIN)
    problems.push(
      `METRICS_TOKEN: debe tener al menos ${METRICS_TOKEN_MIN} caracteres; créala con: openssl rand -hex 32`,
    )
  problems.push(...problemsOfInbound(values))
  problems.push(...problemsOfS3(values))
  if (!hasProtocol(values.WHATSAPP_URL, ['http:', 'https:']))
    problems.push('WHATSAPP_URL: debe ser una dirección completa, por ejemplo https://graph.facebook.com/v25.0')
  if (!hasProtocol(values.SMS_URL, ['http:', 'https:']))
    problems.push('SMS_URL: debe ser una dirección completa, por ejemplo https://www.hablame.co/api/sms/v5/send')
  if (values.PORT > PORT_LAST) problems.push(`PORT: debe ser un puerto, hasta ${PORT_LAST}`)
  if (values.POOL_MAX < 1 || values.POOL_MAX > POOL_LIMIT) problems.push(`POOL_MAX: debe estar entre 1 y ${POOL_LIMIT}`)
  if (values.ENLACE_SECRET !== undefined && decodeSecret(values.ENLACE_SECRET).length !== 32) {
    problems.push('ENLACE_SECRET: deben ser 32 bytes en base64; créala con: openssl rand -base64 32')
  }
  if (values.CONTACT_EMAIL !== undefined && !/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(values.CONTACT_EMAIL))
    problems.push('CONTACT_EMAIL: debe ser un correo, por ejemplo soporte@miempresa.co')
  if (values.MAP_TILES_URL !== undefined && !isTiles(values.MAP_TILES_URL))
    problems.push(
      'MAP_TILES_URL: debe empezar con https:// y tener {z}, {x} e {y} en su ruta, por ejemplo https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    )
  for (const name of ['NETWORK_RANGES', 'WEBHOOK_RANGES'] as const)
    for (const range of rangesOf(values[name]))
      if (parseRange(range) === null)
        problems.push(`${name}: ${range} no es una red; escribe, por ejemplo, 10.8.0.0/16,10.9.0.0/16`)
  return problems
}

/** One of the two without the other would print reply addresses at which nothing arrives. */
function problemsOfInbound({ INBOUND_ADDRESS: address, INBOUND_TOKEN: token }: Values): string[] {
  if (address === undefined && token === undefined) return []
  return [
    ...(address !== undefined && INBOUND_NAME.test(address)
      ? []
      : ['INBOUND_ADDRESS: debe ser un correo corto en minúsculas, por ejemplo pqr@respuestas.miempresa.co']),
    ...(token !== undefined && token.length >= INBOUND_TOKEN_MIN
      ? []
      : [`INBOUND_TOKEN: debe tener al menos ${INBOUND_TOKEN_MIN} caracteres; créala con: openssl rand -hex 32`]),
  ]
}

const inboundOf = ({ INBOUND_ADDRESS: address, INBOUND_TOKEN: token }: Values): Config['inbound'] =>
  address === undefined || token === undefined ? null : { address, token }

/** The settings of the bucket; one without the others would leave the files in the data folder without a word. */
function problemsOfS3(values: Values): string[] {
  const problems: string[] = []
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const isAsked = [...names, 'S3_ENDPOINT' as const].some((name) => values[name] !== undefined)
  for (const name of names)
    if (isAsked && values[name] === undefined) problems.push(`${name}: falta; los archivos van a un bucket S3`)
  if (values.S3_BUCKET !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(values.S3_BUCKET))
    problems.push('S3_BUCKET: debe ser el nombre de un bucket, por ejemplo enlace-archivos')
  if (values.S3_ENDPOINT !== undefined && !hasProtocol(values.S3_ENDPOINT, ['http:', 'https:']))
    problems.push('S3_ENDPOINT: debe ser una dirección completa, por ejemplo https://s3.miempresa.co')
  if (!/^([A-Za-z0-9_-]+\/)*$/.test(values.S3_PREFIX))
    problems.push('S3_PREFIX: debe terminar en /, por ejemplo produccion/')
  return problems
}

function s3Of(values: Values): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null
  const { S3_REGION: region, S3_ENDPOINT: endpoint, S3_PREFIX: prefix } = values
  return { bucket, region, endpoint, accessKeyId, secretAccessKey, prefix }
}

function problemsOfProduction(values: Values): string[] {
  const problems: string[] = []
  if (!values.DATABASE_URL)
    problems.push(
      'DATABASE_URL: falta la dirección de PostgreSQL, por ejemplo postgres://enlace:clave@localhost/enlace',
    )
  if (!values.PUBLIC_URL) problems.push('PUBLIC_URL: falta la dirección con la que la gente entra')
  if (!values.SMTP_URL)
    problems.push('SMTP_URL: falta el servidor de correo, por ejemplo smtps://usuario:clave@smtp.miempresa.co')
  if (values.SMTP_URL && !values.MAIL_FROM)
    problems.push('MAIL_FROM: falta quién envía los correos, por ejemplo Enlace <no-responder@miempresa.co>')
  if (!values.CONTACT_EMAIL)
    problems.push('CONTACT_EMAIL: falta el correo de ayuda de las páginas públicas, por ejemplo soporte@miempresa.co')
  if (!values.ENLACE_SECRET) problems.push('ENLACE_SECRET: falta; créala con: openssl rand -base64 32')
  if (values.ENLACE_SECRET === DEMO_SECRET)
    problems.push('ENLACE_SECRET: es la de la demostración, que todos conocen; crea otra con: openssl rand -base64 32')
  return problems
}

/** An address of a site: http or https, without a path, because the app is served at the root. */
const isSite = (text: string): boolean =>
  hasProtocol(text, ['http:', 'https:']) && new URL(text).pathname.replaceAll('/', '') === ''

/** One host, which the policy of the pages names; without https only on this machine, where a browser accepts it. */
const TILES = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(?=[:/]))[\w.:-]+\/[\w~!$&*+,;=:@%?./{}-]*$/

const isTiles = (text: string): boolean =>
  TILES.test(text) &&
  URL.canParse(text) &&
  // Each of the three once, and no other word in braces, such as {s}.
  [...text.matchAll(/\{[^}]*\}/g)].map(String).toSorted().join('') === '{x}{y}{z}'

const isMailServer = (text: string): boolean => hasProtocol(text, ['smtp:', 'smtps:']) && new URL(text).hostname !== ''

const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const rangesOf = (text: string): string[] =>
  text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')

const decodeSecret = (text: string): Buffer => Buffer.from(text, 'base64')
