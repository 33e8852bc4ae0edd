import { readFileSync } from 'node:fs'
import { readPricingPage } from '../../packages/pricing-reader/src/index.ts'

const html = readFileSync(process.argv[2] ?? '', 'utf8')
const began = performance.now()
readPricingPage(html)
const milliseconds = performance.now() - began
console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
