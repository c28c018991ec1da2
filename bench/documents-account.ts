import type { SimulatedAccount } from '#simulators/factus/state.ts'

/** The account of a company of the bench at the simulator. */
export const simulatedAccount = (index: number): SimulatedAccount => ({
  name: `Emisora ${index}`,
  nit: '901234567-7',
  user: `emisora${index}@factus.test`,
  password: 'clave-del-banco',
  client_id: `cliente-del-banco-${index}`,
  client_secret: 'secreto-del-banco-de-pruebas',
})
