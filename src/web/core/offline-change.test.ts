import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './queries.ts'

afterEach(() => onlineManager.setOnline(true))

test('PAY-05 TRX-03 sin conexión un cambio falla de una vez: no queda esperando para enviarse después', async () => {
  onlineManager.setOnline(false)
  let sent = 0
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      sent += 1
      throw new Error('No hay conexión')
    },
  })
  await expect(change.execute(undefined)).rejects.toThrow('No hay conexión')
  onlineManager.setOnline(true)
  await queryClient.resumePausedMutations()
  expect(sent).toBe(1)
})
