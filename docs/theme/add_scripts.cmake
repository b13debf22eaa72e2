# Doxygen's own page header, which fits its version, with the theme's scripts before </head>.
file(READ "${INPUT}" header)
file(READ "${SCRIPTS}" scripts)
string(REPLACE "</head>" "${scripts}</head>" header "${header}")
file(WRITE "${OUTPUT}" "${header}")
