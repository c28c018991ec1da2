import type { EquipmentKind } from '#domain/core/equipment-kind.ts'
import type { Role } from '#domain/core/roles.ts'
import type { FactusCredentials, WompiCredentials } from '#domain/integrations/credentials.ts'

export type DemoPerson = { role: Role; username: string; first_name: string; last_name: string; is_first_login?: true }
export type DemoPlan = {
  name: string
  reference_code: string
  price: number
  down: number
  up: number
  contracts: number
  is_active?: false
  is_packaged?: true
}
export type DemoCompany = {
  name: string
  nit: string
  initial_letter: string
  legal_representative: string
  color_code: string
  /** The contact data of its office. */
  desk: Readonly<Record<'address' | 'department' | 'city' | 'phone' | 'email' | 'website_url' | 'whatsapp_url', string>>
  /** Its keys at the Wompi simulator; null when it is not connected. */
  wompi: WompiCredentials | null
  /** Its credentials at the Factus simulator; null when it is not connected. */
  factus: FactusCredentials | null
  integrations: boolean
  people: readonly DemoPerson[]
  /** Prices in pesos, speeds in Mbps; `contracts`: how many contracts have the plan. */
  plans: readonly DemoPlan[]
  /** In pesos. */
  defaults: Readonly<
    Record<
      | 'connection_cost'
      | 'discounted_value'
      | 'reconnection_cost'
      | 'transfer_cost'
      | 'technical_visit_cost'
      | 'additional_cable_cost',
      number
    >
  >
  /** What a client pays for lent equipment that is not returned, in pesos. */
  equipment_values: Readonly<Record<EquipmentKind, number | null>>
  billing_cut_day: number
}

/** Keys of the simulator that no demo company uses, to connect a company by hand. */
export const FREE_WOMPI_KEYS: WompiCredentials = {
  environment: 'test',
  public_key: 'pub_test_libre',
  private_key: 'prv_test_libre',
  integrity_secret: 'test_integrity_libre',
  event_key: 'test_events_libre',
}

/** The same at the simulated gateway of text messages. */
export const FREE_SMS = { name: 'Cuenta libre', sender: '899775', key: 'llave-libre-de-mensajes-de-texto' }

/** The same at the Factus simulator. */
export const FREE_FACTUS_KEYS: FactusCredentials = factusKeys('libre')

export const DEMO_SUPERADMIN: DemoPerson = {
  role: 'superadmin',
  username: 'superadmin@enlace.test',
  first_name: 'Sofía',
  last_name: 'Enríquez',
}

/** Two providers: a large one with every integration, and a small new one. */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: 'Andina Fibra S.A.S.',
    nit: '901234567-7',
    initial_letter: 'AF',
    legal_representative: 'Marta Lucía Ocampo',
    color_code: '#0B5FFF',
    desk: {
      address: 'Carrera 49 # 50-22, local 3',
      department: 'Antioquia',
      city: 'Marinilla',
      phone: '6045550199',
      email: 'pagos@andina.test',
      website_url: 'https://andina.test',
      whatsapp_url: 'https://wa.me/573000000001',
    },
    wompi: {
      environment: 'test',
      public_key: 'pub_test_andina',
      private_key: 'prv_test_andina',
      integrity_secret: 'test_integrity_andina',
      event_key: 'test_events_andina',
    },
    factus: factusKeys('andina'),
    integrations: true,
    people: [
      { role: 'admin', username: 'admin@andina.test', first_name: 'Marta Lucía', last_name: 'Ocampo' },
      { role: 'financial', username: 'financiero@andina.test', first_name: 'Laura', last_name: 'Pinzón' },
      { role: 'technical', username: 'tecnico@andina.test', first_name: 'Julián', last_name: 'Caicedo' },
      { role: 'technical', username: 'tecnica@andina.test', first_name: 'Marcela', last_name: 'Rincón' },
      { role: 'network', username: 'redes@andina.test', first_name: 'Óscar Iván', last_name: 'Peña' },
      { role: 'client', username: 'cliente@andina.test', first_name: 'Yenny', last_name: 'Bohórquez' },
      { role: 'client', username: 'nuevo@andina.test', first_name: 'Hernán', last_name: 'Ñáñez', is_first_login: true },
    ],
    plans: [
      { name: 'Hogar 50', reference_code: 'HOG50', price: 59_900, down: 50, up: 25, contracts: 48 },
      { name: 'Hogar 100', reference_code: 'HOG100', price: 79_900, down: 100, up: 50, contracts: 72 },
      { name: 'Hogar 200', reference_code: 'HOG200', price: 99_900, down: 200, up: 100, contracts: 40 },
      {
        name: 'Fibra 300',
        reference_code: 'FIB300',
        price: 129_900,
        down: 300,
        up: 300,
        contracts: 26,
        is_packaged: true,
      },
      { name: 'Fibra 500', reference_code: 'FIB500', price: 159_900, down: 500, up: 500, contracts: 14 },
      { name: 'Empresa 500', reference_code: 'EMP500', price: 189_900, down: 500, up: 500, contracts: 12 },
      { name: 'Empresa 900', reference_code: 'EMP900', price: 329_900, down: 900, up: 900, contracts: 6 },
      {
        name: 'Rural radio 20',
        reference_code: 'RAD20',
        price: 49_900,
        down: 20,
        up: 5,
        contracts: 22,
        is_active: false,
      },
      { name: 'Tarifa social', reference_code: 'SOC25', price: 26_391, down: 25, up: 5, contracts: 0 },
      { name: 'Hogar 700', reference_code: 'HOG700', price: 179_900, down: 700, up: 350, contracts: 0 },
    ],
    defaults: {
      connection_cost: 120_000,
      discounted_value: 120_000,
      reconnection_cost: 1_900,
      transfer_cost: 60_000,
      technical_visit_cost: 35_000,
      additional_cable_cost: 1_800,
    },
    equipment_values: { onu: 180_000, router: 150_000, antena: 320_000, decodificador: 140_000, otro: null },
    billing_cut_day: 25,
  },
  {
    name: 'Pacífico Redes S.A.S.',
    nit: '901777888-6',
    initial_letter: 'PR',
    legal_representative: 'Wilson Hurtado',
    color_code: '#00806B',
    desk: {
      address: 'Calle 3 # 5-18',
      department: 'Valle del Cauca',
      city: 'Buenaventura',
      phone: '6025550144',
      email: 'pagos@pacifico.test',
      website_url: 'https://pacifico.test',
      whatsapp_url: 'https://wa.me/573000000002',
    },
    wompi: null,
    factus: null,
    integrations: false,
    people: [
      { role: 'admin', username: 'admin@pacifico.test', first_name: 'Wilson', last_name: 'Hurtado' },
      { role: 'financial', username: 'financiero@pacifico.test', first_name: 'Nubia', last_name: 'Angulo' },
      { role: 'technical', username: 'tecnico@pacifico.test', first_name: 'Deiner', last_name: 'Mosquera' },
      { role: 'client', username: 'cliente@pacifico.test', first_name: 'Luz Marina', last_name: 'Quiñónez' },
    ],
    plans: [
      ...[10, 20, 30].map((speed, index) => ({
        name: `Radio ${speed}`,
        reference_code: `RAD${speed}`,
        price: 45_000 + index * 12_000,
        down: speed,
        up: Math.max(2, speed / 5),
        contracts: 9 - index,
      })),
      ...[40, 50, 60, 80, 100, 150, 200, 300, 400].map((speed) => ({
        name: `Fibra ${speed}`,
        reference_code: `FIB${speed}`,
        price: 50_000 + speed * 250,
        down: speed,
        up: speed / 2,
        contracts: 0,
      })),
    ],
    defaults: {
      connection_cost: 90_000,
      discounted_value: 45_000,
      reconnection_cost: 10_000,
      transfer_cost: 50_000,
      technical_visit_cost: 30_000,
      additional_cable_cost: 1_500,
    },
    equipment_values: { onu: 165_000, router: 140_000, antena: 290_000, decodificador: null, otro: null },
    billing_cut_day: 15,
  },
]

function factusKeys(name: string): FactusCredentials {
  return {
    environment: 'test',
    user: `${name}@factus.test`,
    password: `factus-${name}-2026`,
    client_id: `cliente-${name}-de-prueba`,
    client_secret: `secreto-de-prueba-${name}`,
  }
}
