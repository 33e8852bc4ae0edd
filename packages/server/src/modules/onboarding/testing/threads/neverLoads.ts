import { setTimeout as pause } from 'node:timers/promises'

await pause(180_000)
