import sharp from 'sharp'
import type { Endpoint } from '#domain/core/api.ts'
import type { Role } from '#domain/core/roles.ts'
import { profileApi } from '#domain/profile/api.ts'
import type { Sample } from './samples.ts'
import { upload } from './upload.ts'

/** A picture as a phone takes it. */
export const samplePicture = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b5fff' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '6/1 15/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()

const pictured = (endpoint: Endpoint, role: Role): Sample => ({
  endpoint,
  make: async (t, company) => {
    const person = await company.person(role)
    const bytes = await samplePicture()
    return () => upload(t, person, endpoint, { name: 'foto.jpg', bytes })
  },
})
const plain = (endpoint: Endpoint, role: Role, body?: object): Sample => ({
  endpoint,
  make: async (_t, company) => {
    const person = await company.person(role)
    return () => person.ask(endpoint, body === undefined ? {} : { body })
  },
})

export const PROFILE_SAMPLES: readonly Sample[] = [
  plain(profileApi.update, 'technical', { profile: { first_name: 'Julia' } }),
  pictured(profileApi.avatar, 'financial'),
  plain(profileApi.removeAvatar, 'financial'),
  pictured(profileApi.logo, 'admin'),
  plain(profileApi.removeLogo, 'admin'),
]
