-- Sends the requests of a file one after the other, round and round, and begins anew at its end. In the file each
-- stands behind a line with the number of its bytes.
--
--   wrk … -s requests.lua URL -- FILE
--
-- All of them are made before the first is sent, so that making them is no part of what is measured.

local requests, place = {}, 0

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  local length = file:read("*n")
  while length do
    file:read(1)
    requests[#requests + 1] = file:read(length)
    length = file:read("*n")
  end
  file:close()
end

function request()
  place = place % #requests + 1
  return requests[place]
end
