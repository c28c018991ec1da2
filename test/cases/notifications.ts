import { notificationApi } from '#domain/notifications/api.ts'
import { all, casesOf, own } from './case.ts'

export const notificationCases = casesOf(notificationApi, {
  list: { may: all(200) },
  mark: {
    may: all(own(200)),
    request: (its) => ({ params: { id: its.notification }, body: { is_read: true } }),
  },
  readAll: { may: all(200), request: () => ({}) },
  stream: { may: all(200), request: () => ({}) },
  preferences: { may: all(200) },
  choose: { may: all(200), request: () => ({ body: { by_mail: ['contracts'] } }) },
})
