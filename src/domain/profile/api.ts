import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { ROLES } from '#domain/core/roles.ts'
import { text } from '#domain/core/text.ts'
import { ProfileChanges } from './profile.ts'

/** The own data of a user. Staff users have no phone here. */
const Profile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})
export type Profile = z.output<typeof Profile>

const TOKEN_MAX = 254
const rolesWithProfile = ['financial', 'technical', 'network', 'client'] as const
const PictureReply = z.object({ data: z.object({ url: z.nullable(z.string()) }), message: z.string() })

/** The own data and picture of each user, and the logo of the company for its administrator (PRF-01). */
export const profileApi = api({
  get: {
    method: 'GET',
    path: '/profile',
    summary: 'Tus datos',
    roles: ROLES,
    reply: z.object({ data: Profile }),
  },
  update: {
    method: 'PATCH',
    path: '/profile',
    summary:
      'Cambia tus datos: el nombre, de quien trabaja en la empresa; el contacto, de quien es cliente. Un correo nuevo vale cuando se confirma',
    stepUp: 'own',
    roles: rolesWithProfile,
    body: z.strictObject({ profile: ProfileChanges }),
    reply: z.object({ data: Profile, message: z.string() }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/profile/email',
    summary: 'Confirma el correo nuevo con el enlace que llegó a él; desde entonces vale',
    session: 'recovers',
    idempotency: 'never',
    roles: 'public',
    body: z.strictObject({ token: text(TOKEN_MAX, { required: 'Falta el enlace', tooLong: 'Es demasiado largo' }) }),
    reply: z.object({ data: z.object({}), message: z.string() }),
  },
  avatar: {
    method: 'POST',
    path: '/profile/avatar',
    summary: 'Cambia tu foto: PNG, JPG o WebP. Se guarda dibujada de nuevo, sin los datos que traía',
    roles: rolesWithProfile,
    bodyAs: 'upload',
    idempotency: 'never',
    reply: PictureReply,
  },
  removeAvatar: {
    method: 'DELETE',
    path: '/profile/avatar',
    summary: 'Quita tu foto',
    roles: rolesWithProfile,
    reply: PictureReply,
  },
  logo: {
    method: 'POST',
    path: '/profile/logo',
    summary: 'Cambia el logo de tu empresa: PNG, JPG o WebP',
    roles: ['admin'],
    bodyAs: 'upload',
    idempotency: 'never',
    reply: PictureReply,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/profile/logo',
    summary: 'Quita el logo',
    roles: ['admin'],
    reply: PictureReply,
  },
  /** Without session, because an <img> cannot send one: the name is a hash of 256 bits, which cannot be guessed. */
  image: {
    method: 'GET',
    path: '/image/:company/:name',
    summary: 'Una foto o un logo',
    roles: 'public',
    params: z.object({ company: z.uuid(), name: text(100) }),
    replyAs: 'file',
    duringMaintenance: true,
    reply: z.unknown(),
  },
})
