import com.helger.smpclient.peppol.SMPClientReadOnly;
import java.util.Map;

/** phase4 as access point, and peppol-commons as everything around it. Argument: the directory of the key stores. */
public final class Phase4Peer {
  public static void main(String[] args) throws Exception {
    var stores = new Stores(args[0]);
    var receiver = new Phase4Receiver(stores);
    var smp = new SmpReader(stores, SMPClientReadOnly::getSchemeSpecificServiceMetadata);
    var sender = new Phase4Sender(stores);
    new Control()
        .on("as4-port", (in, body) -> Map.of("port", receiver.port()))
        .on("received", (in, body) -> receiver.received(in.get("messageId")))
        .on("send", sender::send)
        .on("sbdh-read", Commons::readSbdh)
        .on("sbdh-write", Commons::writeSbdh)
        .on("mls-read", Commons::readMls)
        .on("mls-write", Commons::writeMls)
        .on("smp-group", smp::group)
        .on("smp-metadata", smp::metadata)
        .on("sml-start", SmlServer::start)
        .on("sml-call", new SmlCaller(stores)::call)
        .on("tsr-check", Reports::checkTsr)
        .on("eusr-check", Reports::checkEusr)
        .on("tsr-write", Reports::writeTsr)
        .on("eusr-write", Reports::writeEusr)
        .serve();
  }
}
