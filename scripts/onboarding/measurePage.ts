import { readFileSync } from 'node:fs'
import { extractOffer } from '../../packages/server/src/modules/onboarding/core/extractOffer.ts'

const html = readFileSync(process.argv[2] ?? '', 'utf8')
const began = performance.now()
extractOffer(html)
const milliseconds = performance.now() - began
console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
