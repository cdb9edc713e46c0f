-- Sends the requests of a file one after the other, round and round, and begins anew at its end.
--
--   wrk … -s requests.lua URL -- FILE
--
-- All of them are made before the first is sent, so that making them is no part of what is measured.

local requests, place = {}, 0

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  for head in file:read("*a"):gmatch("(.-\r\n\r\n)") do
    requests[#requests + 1] = head
  end
  file:close()
end

function request()
  place = place % #requests + 1
  return requests[place]
end
