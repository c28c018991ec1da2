import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { emailField } from '#domain/core/contact-fields.ts'
import { ROLES } from '#domain/core/roles.ts'
import { SignedInUser } from '#domain/core/signed-in-user.ts'
import { patternText, text, trimmedText } from '#domain/core/text.ts'
import { PASSWORD_MAX } from './password.ts'
import { Totp } from './totp-field.ts'

const TEXT_MAX = 254
const tooLong = 'Es demasiado largo'

/** Trimmed and in lower case, as it is stored. */
const Username = trimmedText(TEXT_MAX, { required: 'Escribe tu correo o usuario', tooLong }).check(z.toLowerCase())
/** A password is not trimmed or changed. */
const password = (required: string) => text(PASSWORD_MAX, { required, tooLong })

const Password = password('Escribe la contraseña')
const NewPassword = password('Escribe la contraseña nueva')
const Email = emailField('Escribe tu correo')
const Code = patternText(6, /^\d{6}$/, 'El código tiene 6 números', 'Escribe el código')

const MessageReply = z.object({ data: z.object({}), message: z.string() })
/** An account that has the typed name and password, when several have them: its user chooses one and sends its `account`. */
const AccountChoice = z.object({ id: z.uuid(), company_name: z.string(), username: z.string() })
export type AccountChoice = z.output<typeof AccountChoice>
const LoginReply = z.object({
  data: z.union([z.object({ user: SignedInUser, token: z.string() }), z.object({ accounts: z.array(AccountChoice) })]),
})
const NewSessionReply = z.object({ data: z.object({ user: SignedInUser, token: z.string() }), message: z.string() })

/** How long a session lasts. `can_extend`: a request of its user moves the end, until the absolute one. */
const SessionLeft = z.object({ seconds_left: z.int(), idle_seconds: z.int(), can_extend: z.boolean() })
export type SessionLeft = z.output<typeof SessionLeft>

export const authApi = api({
  login: {
    method: 'POST',
    path: '/auth/login',
    session: 'opens',
    idempotency: 'never',
    summary:
      'Entra con usuario o correo; en un navegador deja además la mitad de la sesión en una cookie. Si la contraseña sirve en varias cuentas, responde cuáles, y se repite con `account`',
    roles: 'public',
    duringMaintenance: true,
    body: z.strictObject({
      username: Username,
      password: Password,
      totp: z.optional(Totp),
      account: z.optional(z.uuid()),
    }),
    reply: LoginReply,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    session: 'closes',
    summary: 'Termina esta sesión',
    roles: ROLES,
    firstLogin: true,
    duringMaintenance: true,
    reply: MessageReply,
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    summary: 'La persona que entró, con los datos que muestra el menú',
    roles: ROLES,
    firstLogin: true,
    reply: z.object({ data: z.object({ user: SignedInUser, session: SessionLeft }) }),
  },
  recovery: {
    method: 'POST',
    path: '/auth/recovery',
    session: 'recovers',
    summary: 'Envía un código si el correo está registrado; responde lo mismo si no',
    roles: 'public',
    body: z.strictObject({ email: Email }),
    reply: MessageReply,
  },
  validateOtp: {
    method: 'POST',
    path: '/auth/validate-otp',
    session: 'recovers',
    idempotency: 'never',
    summary: 'Cambia un código por un permiso de diez minutos para crear la contraseña',
    roles: 'public',
    body: z.strictObject({ email: Email, otp: Code }),
    reply: z.object({ data: z.object({ token: z.string() }) }),
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    session: 'recovers',
    idempotency: 'never',
    summary: 'Crea la contraseña con un permiso vigente; cierra todas las sesiones',
    roles: 'public',
    body: z.strictObject({ token: text(TEXT_MAX, { required: 'Falta el permiso', tooLong }), password: NewPassword }),
    reply: MessageReply,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    idempotency: 'never',
    summary: 'Cambia la contraseña propia; las demás sesiones terminan y esta recibe otra llave',
    roles: ROLES,
    body: z.strictObject({
      current_password: password('Escribe tu contraseña actual'),
      new_password: NewPassword,
    }),
    reply: NewSessionReply,
  },
  firstLogin: {
    method: 'POST',
    path: '/auth/first-login',
    idempotency: 'never',
    summary:
      'Primer ingreso: contraseña nueva (salvo que ya la haya creado con un código) y, para clientes, aceptación del tratamiento de datos',
    roles: ROLES,
    firstLogin: true,
    body: z.strictObject({
      new_password: z.optional(NewPassword),
      accept_data_policy: z.optional(z.boolean({ error: 'Marca si aceptas el tratamiento de tus datos' })),
    }),
    reply: NewSessionReply,
  },
  stepUp: {
    method: 'POST',
    path: '/auth/step-up',
    idempotency: 'never',
    summary:
      'Confirma la contraseña, y el código si la persona tiene verificación en dos pasos, antes de una acción delicada; vale unos minutos',
    roles: ROLES,
    firstLogin: true,
    body: z.strictObject({ password: Password, totp: z.optional(Totp) }),
    reply: z.object({ data: z.object({ fresh_until: z.string() }) }),
  },
  tourSeen: {
    method: 'POST',
    path: '/auth/tour-seen',
    summary: 'Recuerda que la persona ya vio el recorrido',
    roles: ROLES,
    reply: MessageReply,
  },
})
