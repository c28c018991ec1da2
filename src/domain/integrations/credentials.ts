import * as z from 'zod/mini'
import { Environment } from '#domain/core/environment.ts'
import { patternText, text, trimmedText } from '#domain/core/text.ts'

const WOMPI_FIELDS = ['public_key', 'private_key', 'integrity_secret', 'event_key'] as const
type WompiField = (typeof WOMPI_FIELDS)[number]

/** The prefix of each Wompi key, to detect a key in the wrong field or of the other environment. */
export const WOMPI_PREFIXES: Record<Environment, Record<WompiField, string>> = {
  test: {
    public_key: 'pub_test_',
    private_key: 'prv_test_',
    integrity_secret: 'test_integrity_',
    event_key: 'test_events_',
  },
  production: {
    public_key: 'pub_prod_',
    private_key: 'prv_prod_',
    integrity_secret: 'prod_integrity_',
    event_key: 'prod_events_',
  },
}

const secret = (required: string) =>
  trimmedText(300, { required }).check(z.regex(/^\S*$/, { error: 'Quita los espacios' }))

const SECRET_MIN = 16

const Keys = z.strictObject({
  environment: Environment,
  public_key: secret('La llave pública es requerida'),
  private_key: secret('La llave privada es requerida'),
  integrity_secret: secret('El secreto de integridad es requerido'),
  event_key: secret('El secreto de eventos es requerido'),
})
type Keys = z.output<typeof Keys>

const fitsPrefix = (field: WompiField) => (keys: Keys) =>
  keys[field].startsWith(WOMPI_PREFIXES[keys.environment][field])

/** The four Wompi keys of one environment. Write-only: no reply contains them. */
export const WompiCredentials = Keys.check(
  ...WOMPI_FIELDS.map((field) =>
    z.refine<Keys>(fitsPrefix(field), {
      path: [field],
      error: `En pruebas empieza por ${WOMPI_PREFIXES.test[field]} y en producción por ${WOMPI_PREFIXES.production[field]}`,
    }),
  ),
)
export type WompiCredentials = z.output<typeof WompiCredentials>

const Login = z.strictObject({
  environment: Environment,
  user: trimmedText(200, { required: 'El usuario es requerido' }).check(
    z.regex(/^[^\s@]+@[^\s@]+$/, { error: 'El usuario es el correo que te dio Factus' }),
  ),
  // A password may have blanks, also at its ends.
  password: text(300, { required: 'La contraseña es requerida' }),
  client_id: patternText(100, /^[\w-]+$/, 'El client_id son letras, números y guiones', 'El client_id es requerido'),
  client_secret: secret('El client_secret es requerido').check(
    z.minLength(SECRET_MIN, { error: 'El client_secret es más largo: cópialo completo' }),
  ),
})
type Login = z.output<typeof Login>

/** The credentials that Factus issues to a company. They have no prefix of their environment. Write-only: no reply contains them. */
export const FactusCredentials = Login.check(
  z.refine<Login>((login) => login.client_secret !== login.client_id, {
    path: ['client_secret'],
    error: 'Es el mismo client_id: copia el client_secret',
  }),
  z.refine<Login>((login) => login.password !== login.client_secret, {
    path: ['password'],
    error: 'Es el client_secret: escribe la contraseña del usuario',
  }),
)
export type FactusCredentials = z.output<typeof FactusCredentials>

/** The visible part of credentials: the last four characters of each, and the instant when they were set. */
export const Credentials = z.object({
  provider: z.enum(['wompi', 'factus']),
  environment: Environment,
  last_four: z.record(z.string(), z.string()),
  set_at: z.iso.datetime(),
})
export type Credentials = z.output<typeof Credentials>
