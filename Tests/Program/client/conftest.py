from lib import use_modules_of

use_modules_of("openapi")
