import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedBugs } from './plantedBugs.ts'

describePlantedBugs(
  plantedBugs.filter(({ scene = 'credits' }) => scene === 'credits' || scene === 'questions'),
)
