import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedLifeBugs } from './plantedLifeBugs.ts'

describePlantedBugs(plantedLifeBugs)
